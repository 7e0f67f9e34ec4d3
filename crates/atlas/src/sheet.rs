//! The style sheet. `@name` is a colour of the palette, `~12` a length of ornament; each selector is kept to the map.

/// The rules, one a line.
pub(crate) const RULES: &str = r#"
text{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"DejaVu Serif Condensed","DejaVu Serif",serif;text-anchor:middle;stroke-linejoin:round}
path, use{stroke-linecap:round;stroke-linejoin:round}
.names text{paint-order:stroke;stroke:@halo;stroke-width:~5;stroke-opacity:.85}
.paper, .key-paper{fill:@paper}
.page{fill:@bg}
.shade{opacity:.7}
.contour{fill:none;stroke:@contour;stroke-width:~1.1;stroke-opacity:.5}
.contour.given{stroke-width:~2.2;stroke-opacity:.78}
.field{stroke:@straw-line;stroke-width:~1.2;stroke-opacity:.55}
.hachure, .marks, .stroke, .rails, .steps, .thread, .under, .middle-line{fill:none}
.wild{stroke:none}
.f-meadow{fill:@meadow}
.f-straw{fill:@straw}
.f-crop{fill:@crop}
.f-plough{fill:@plough}
.f-stone{fill:@stone}
.f-water{fill:@water-fill}
.f-tree{fill:@tree-edge}
.f-edge{fill:@tree-edge}
.l-meadow{fill:none;stroke:@meadow-line;stroke-width:1.3}
.l-straw{fill:none;stroke:@straw-line;stroke-width:1.2}
.l-crop{fill:none;stroke:@crop-line;stroke-width:1.3}
.l-plough{fill:none;stroke:@plough-line;stroke-width:1.4}
.l-edge{fill:none;stroke:@tree-edge;stroke-width:1.4}
.l-earth{fill:none;stroke:@earth;stroke-width:1.4}
.l-water{fill:none;stroke:@water;stroke-width:1.4}
.l-ink{fill:none;stroke:@map-ink2;stroke-width:1.3}
.stones{fill:@stone;stroke:@earth;stroke-width:1.3}
.dots{fill:none;stroke:@straw-line;stroke-width:1.8}
.tents{fill:@halo;stroke:@map-ink2;stroke-width:1.2}
.floor{fill:@wood;stroke:none}
.floor.dense, .floor.thicket{fill:@wood-dense}
.floor.orchard-floor{fill:@meadow;stroke:@meadow-line;stroke-width:~1.2}
.trees .shadow, .trees .edge, .trees .crown, .trees .light{fill:none}
.trees .shadow{stroke:@tree-shadow;stroke-opacity:.22;stroke-width:~14}
.trees .edge{stroke:@tree-edge;stroke-width:~17}
.trees .crown{stroke:@tree;stroke-width:~14.6}
.trees .light{stroke:@tree-light;stroke-width:~5.6}
.trees .edge.small{stroke-width:~12.6}
.trees .crown.small{stroke-width:~10.2}
.trees .light.small{stroke-width:~4}
.trees .shadow.small{stroke-width:~10}
.dense-trees .crown{stroke:@dense-tree}
.dense-trees .light{stroke:@tree}
.orchard-trees .edge{stroke-width:~13}
.orchard-trees .crown{stroke-width:~9.6}
.orchard-trees .light{stroke-width:~3.6}
.orchard-trees .shadow{stroke-width:~12;stroke-opacity:.3}
.swatch .trees .edge{stroke-width:~9}
.swatch .trees .crown{stroke-width:~7}
.swatch .trees .light{stroke-width:~2.6}
.swatch .trees .shadow{stroke-width:~8}
.water-floor{fill:@water-fill}
.ripple{fill:none;stroke:@water;stroke-opacity:.5}
.ripple-floor{fill:none;stroke:@water-fill}
.bank-line{fill:none;stroke:@water;stroke-width:~2.6}
.water-edge{fill:none;stroke:@water}
.water-run{fill:none;stroke:@water-fill}
.water-stroke{fill:none;stroke:@water}
.marshy-stream .water-stroke{stroke-dasharray:~14 ~5}
.dry-bed .stroke, .ditch .stroke{stroke:@water;stroke-width:~2.6;stroke-dasharray:~11 ~8}
.ditch .stroke{stroke-dasharray:none;stroke-width:~2}
.road-edge{fill:none;stroke:@road-edge}
.road-floor{fill:none;stroke:@road}
.lane .road-floor{stroke:@halo}
.middle-line{stroke:@road-edge;stroke-width:~1;stroke-opacity:.5;stroke-dasharray:~9 ~7}
.trail .stroke{stroke:@road-edge;stroke-width:~2.4;stroke-dasharray:~10 ~7}
.sunken-road .marks, .cut .marks, .embankment .marks, .unfinished-railway .marks{stroke:@road-edge;stroke-width:~2}
.unfinished-railway .road-floor, .embankment .road-floor{stroke:@straw}
.cut .road-floor{stroke:@stone}
.railway .stroke{stroke:@map-ink;stroke-width:~2.8}
.railway .marks{stroke:@map-ink;stroke-width:~2.2}
.rail-fence .rails, .broken-fence .rails{stroke:@earth;stroke-width:~2.6}
.broken-fence .rails{stroke-width:~2.2;stroke-opacity:.9}
.picket-fence .stroke, .picket-fence .marks{stroke:@earth;stroke-width:~1.8}
.hedge .under{stroke:@tree-edge;stroke-width:~9;stroke-dasharray:0 ~7.5}
.hedge .stroke{stroke:@tree;stroke-width:~6.4;stroke-dasharray:0 ~7.5}
.stone-wall .under, .low-wall .under, .high-wall .under{stroke:@map-ink2;stroke-width:~8.4}
.stone-wall .stroke{stroke:@stone;stroke-width:~5;stroke-dasharray:~6 ~5.5 ~2 ~5.5}
.low-wall .under{stroke-width:~6}
.low-wall .stroke{stroke:@stone;stroke-width:~3.2;stroke-dasharray:~3 ~5}
.high-wall .stroke{stroke:@map-ink2;stroke-width:~6}
.crest .stroke{stroke:@contour;stroke-width:~2.6;stroke-dasharray:~14 ~6 ~2 ~6}
.rock-ledge .stroke, .bank .stroke, .cliff .stroke, .gully .stroke{stroke:@earth;stroke-width:~2.8}
.rock-ledge .marks, .bank .marks, .cliff .marks, .gully .marks, .hachure{stroke:@earth;stroke-width:~1.8}
.hasty-works .stroke, .breastwork .stroke, .field-works .stroke, .redan .stroke, .lunette .stroke, .reveted-wall .stroke, .barricade .stroke, .fort-wall .stroke, .palisade .stroke, .slant-palisade .stroke, .fascines .stroke{stroke:@road-edge;stroke-width:~5}
.hasty-works .stroke{stroke-width:~3.6}
.field-works .stroke, .reveted-wall .stroke, .fort-wall .stroke{stroke-width:~7}
.hasty-works .marks, .breastwork .marks, .field-works .marks, .redan .marks, .lunette .marks, .reveted-wall .marks, .barricade .marks, .fort-wall .marks, .palisade .marks, .slant-palisade .marks, .fascines .marks{stroke:@road-edge;stroke-width:~2}
.trench .stroke{stroke:@map-ink2;stroke-width:~3}
.trench .marks{stroke:@map-ink2;stroke-width:~1.8}
.rifle-pits .under{stroke:@road-edge;stroke-width:~8.4;stroke-dasharray:~12 ~14}
.rifle-pits .stroke{stroke:@straw;stroke-width:~4;stroke-dasharray:~12 ~14}
.abatis .marks, .entanglement .marks, .cheval-de-frise .marks, .small-pickets .marks{stroke:@earth;stroke-width:~2.2}
.water-barrier .stroke, .water-barrier .marks{stroke:@map-ink;stroke-width:~2.6}
.roof{fill:@roof;stroke:@halo;stroke-width:~1.4}
.brick .roof{fill:@brick}
.stone .roof, .adobe .roof{fill:@map-ink2}
.roof.fortified{stroke:@amber;stroke-width:~3}
.cross, .spot .rails{fill:none;stroke:@map-ink;stroke-width:~2.8}
.spot .floor{fill:@road}
.spot .steps{stroke:@map-ink;stroke-width:~2.4}
.boat, .peak{fill:@halo;stroke:@map-ink;stroke-width:~2}
.spot .height{font-size:~15;font-style:italic;text-anchor:start;fill:@contour-text;paint-order:stroke;stroke:@halo;stroke-width:~4}
.work-floor{fill:@straw}
.parapet{fill:none;stroke:@road-edge;stroke-width:~7}
.swatch .parapet{stroke-width:~4;fill:@straw}
.hex-under{fill:none;stroke:@halo;stroke-opacity:.5}
.hex-line{fill:none;stroke:@map-ink2;stroke-opacity:.7}
.hexside{fill:none;stroke-width:~4.6}
.woods-side{stroke:@wood-edge}
.water-side{stroke:@water;stroke-opacity:.6}
.wall-side{stroke:@map-ink2;stroke-dasharray:~6 ~7}
.works-side{stroke:@road-edge}
.counter-figure, .chip-figure, .disc-figure, .key-figure{font-family:"Segoe UI",Roboto,"Helvetica Neue",Lato,"Noto Sans","DejaVu Sans",sans-serif;font-weight:700}
.blue .counter-figure{fill:@blue-tick}
.grey .counter-figure, .grey .chip-figure{fill:@grey-text}
.green .counter-figure, .green .chip-figure{fill:@green-edge}
.red .counter-figure, .red .chip-figure{fill:@red-edge}
.blue .chip-figure{fill:@blue-edge}
.battery .counter .halo{display:none}
.chip{fill:@halo;stroke:@map-ink2;stroke-width:~1}
.disc-edge{fill:none;stroke:@map-ink}
.disc{fill:none;stroke:@halo}
.disc-figure{fill:@map-ink}
.key-figure{fill:@map-ink}
.hex-number{font-family:"Segoe UI",Roboto,"Helvetica Neue",Lato,"Noto Sans","DejaVu Sans",sans-serif;fill:@map-ink2}
.hex-number text{paint-order:stroke;stroke:@halo;stroke-width:~3;stroke-opacity:.6}
.objective .star{fill:@amber;stroke:@amber-edge;stroke-width:~1.8}
.halo{fill:@halo;fill-opacity:.8;stroke:none}
.body{stroke-width:~2.2}
.blue .body, .blue .base{fill:@blue;stroke:@blue-edge}
.grey .body, .grey .base{fill:@grey;stroke:@grey-edge}
.green .body, .green .base{fill:@green;stroke:@green-edge}
.red .body, .red .base{fill:@red;stroke:@red-edge}
.blue .front, .blue .slash, .blue .ball{fill:@blue-edge}
.grey .front, .grey .slash, .grey .ball{fill:@grey-edge}
.green .front, .green .slash, .green .ball{fill:@green-edge}
.red .front, .red .slash, .red .ball{fill:@red-edge}
.front{stroke:none}
.front.hollow{fill-rule:evenodd}
.tick, .inside{fill:none;stroke-width:~1.4;stroke-opacity:.6}
.blue .tick, .blue .inside{stroke:@blue-tick}
.grey .tick, .grey .inside{stroke:@grey-edge}
.green .tick, .green .inside{stroke:@green-edge}
.red .tick, .red .inside{stroke:@red-edge}
.inside{stroke-width:~2.4;stroke-opacity:1}
.thread, .pill, .pill-edge, .front-line, .sign, .size, .ball{fill:none}
.thread{stroke-width:~2;stroke-dasharray:0 ~5}
.limbered .thread{stroke-dasharray:none}
.pill-edge{stroke-width:~12}
.pill{stroke-width:~7.6}
.blue .thread, .blue .pill-edge, .blue .front-line{stroke:@blue-edge}
.grey .thread, .grey .pill-edge, .grey .front-line{stroke:@grey-edge}
.green .thread, .green .pill-edge, .green .front-line{stroke:@green-edge}
.red .thread, .red .pill-edge, .red .front-line{stroke:@red-edge}
.blue .pill{stroke:@blue}
.grey .pill{stroke:@grey}
.green .pill{stroke:@green}
.red .pill{stroke:@red}
.front-line{stroke-width:~3}
.front-line.broken{stroke-dasharray:~7 ~6}
.front-line.spine{stroke-width:~6}
.sign, .size{stroke-width:~2.2}
.size{stroke-width:~3}
.blue .sign{stroke:@blue-tick}
.grey .sign{stroke:@grey-edge}
.green .sign{stroke:@green-edge}
.red .sign{stroke:@red-edge}
.blue .size{stroke:@blue-edge}
.grey .size{stroke:@grey-edge}
.green .size{stroke:@green-edge}
.red .size{stroke:@red-edge}
.ball{stroke-width:~12}
.blue .ball{stroke:@blue-tick}
.grey .ball{stroke:@grey-edge}
.green .ball{stroke:@green-edge}
.red .ball{stroke:@red-edge}
.base{stroke-width:~1.4}
.figures{fill:none;stroke-width:~4.2}
.figures.mounts{stroke-width:~5.4}
.blue .figures{stroke:@blue-tick}
.grey .figures{stroke:@grey-edge}
.green .figures{stroke:@green-edge}
.red .figures{stroke:@red-edge}
.staff-halo{fill:@halo;stroke:@halo;stroke-width:~6;stroke-opacity:.8}
.staff{fill:none;stroke:@map-ink;stroke-width:~2.6}
.foot{fill:none;stroke:@map-ink;stroke-width:~7}
.cloth{stroke-width:~1.4;stroke:@halo}
.blue .cloth{fill:@blue}
.grey .cloth{fill:@grey-edge}
.green .cloth{fill:@green-edge}
.red .cloth{fill:@red-edge}
.stars{fill:@halo}
.entry-arrow .body{stroke:@halo;stroke-width:~2}
.entry-arrow.grey .body{fill:@grey-edge}
.entry-arrow.green .body{fill:@green-edge}
.entry-arrow.red .body{fill:@red-edge}
.name{font-size:~22;font-weight:600}
.leader-name{font-size:~20}
.blue .name, .name.blue, .brigade.blue, .far-brigade.blue, .entry.blue{fill:@blue-edge}
.grey .name, .name.grey, .brigade.grey, .far-brigade.grey, .entry.grey{fill:@grey-text}
.green .name, .name.green, .brigade.green, .far-brigade.green, .entry.green{fill:@green-edge}
.red .name, .name.red, .brigade.red, .far-brigade.red, .entry.red{fill:@red-edge}
.leader-line{fill:none;stroke:@map-ink;stroke-width:~1.3}
.brigade{font-size:~23;font-weight:600;font-style:italic;letter-spacing:~5}
.entry{font-size:~17;font-style:italic;font-weight:600}
.place{font-size:~22;font-style:italic;fill:@map-ink}
.wood-name{font-size:~22;font-style:italic;letter-spacing:~3;fill:@wood-text}
.hill{font-size:~25;font-style:italic;letter-spacing:~6;fill:@map-ink2}
.water-name{font-size:~21;font-style:italic;letter-spacing:~1.5;fill:@water-text}
.road-name{font-size:~18;letter-spacing:~2;fill:@map-ink2}
.minor{font-size:~15;font-style:italic;fill:@map-ink2}
.figure{font-size:~14;font-style:italic;fill:@contour-text}
.far-brigade{font-size:~74;font-weight:700;letter-spacing:~2}
.names.far .leader-line{stroke-width:~4}
.far-brigade.small{font-size:~52;letter-spacing:~1}
.far-place{font-size:~64;font-style:italic;fill:@map-ink}
.far-place.small{font-size:~50}
.names.far text{stroke-width:~12}
.far-title{font-size:~84;font-weight:600;text-anchor:start;fill:@ink}
.far-word{font-size:~64;text-anchor:start;fill:@ink}
.far-scale{fill:@sheet;stroke:@ink;stroke-width:~4}
.neat{fill:none;stroke:@ink;stroke-width:~2}
.border{fill:none;stroke:@ink;stroke-width:~4.4}
.plate{fill:@sheet;stroke:@ink;stroke-width:~2}
.plate-line{fill:none;stroke:@line;stroke-width:~1.4}
.title{font-size:~32;font-weight:600;letter-spacing:~2;fill:@ink}
.subtitle{font-size:~19;font-style:italic;fill:@ink2}
.scale-line{fill:@sheet;stroke:@ink;stroke-width:~1.4}
.scale-dark{fill:@ink}
.scale-figure{font-size:~14;fill:@ink}
.needle{fill:@halo;stroke:@map-ink;stroke-width:~1.6}
.needle-dark{fill:@map-ink}
.needle-line{fill:none;stroke:@map-ink;stroke-width:~2}
.north-letter{font-size:~24;font-weight:600;fill:@map-ink;paint-order:stroke;stroke:@halo;stroke-width:~4}
.far .north-letter{font-size:~52;stroke-width:~8}
.far .needle, .far .needle-line{stroke-width:~4}
.key-word, .coming-name{font-size:~17;text-anchor:start;fill:@ink}
.key.far .key-word{font-size:~56}
.key.far .body{stroke-width:~5}
.far-unit{font-size:~52;font-weight:600}
.coming-title{font-size:~22;font-weight:600;text-anchor:start;fill:@ink}
.coming-head{font-size:~17;font-weight:600;font-style:italic;text-anchor:start}
.coming-head.blue{fill:@key-blue}
.coming-head.grey{fill:@key-grey}
.coming-head.green{fill:@key-green}
.coming-head.red{fill:@key-red}
.far{display:none}
@media (max-width:700px){.atlas:not(.close) .far{display:inline}.atlas:not(.close) .near{display:none}}
@media all{.atlas.afar .far{display:inline}.atlas.afar .near{display:none}}
"#;
