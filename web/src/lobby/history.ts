/** One paragraph, heading or list of a history. */
export type Block = { kind: 'heading' | 'text'; text: string } | { kind: 'list'; lines: string[] };

/** The signs of Markdown that a history uses, taken out: what is left is text. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]{1,2}([^*_`]+)[*_`]{1,2}/g, '$1')
    .trim();

/** A history in blocks that a page sets as text, never as HTML. */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block): Block => {
      const lines = block.split('\n');
      if (block.startsWith('#')) return { kind: 'heading', text: plain(block.replace(/^#+\s*/, '')) };
      if (lines.every((line) => /^\s*([-*|]|\d+\.)/.test(line) || /^\s{2,}/.test(line))) {
        const joined = lines.reduce<string[]>((list, line) => {
          if (/^\s*([-*|]|\d+\.)/.test(line)) list.push(line.replace(/^\s*([-*]|\d+\.)\s*/, ''));
          else list.push(`${list.pop() ?? ''} ${line.trim()}`);
          return list;
        }, []);
        const rows = joined.filter((line) => !/^\|?[\s:|-]+\|?$/.test(line));
        return {
          kind: 'list',
          lines: rows.map((line) => plain(line.replace(/^\||\|$/g, '').replace(/\s*\|\s*/g, ' · '))),
        };
      }
      return { kind: 'text', text: plain(lines.join(' ')) };
    });
}
