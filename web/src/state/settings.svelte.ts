import { keep, kept } from '../lib/store';
import { isRecord } from '../lib/situation';
import { STYLES, type Style } from '../map/staff';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** What a person prefers, whatever is played. */
class Settings {
  theme = $state<Theme>('system');
  /** Whether every field says what it is. */
  explain = $state(false);
  /** How maps draw their pieces. */
  style = $state<Style>('bars');
  /** Whether steps in which nothing can be done pass by themselves. */
  passes = $state(true);

  constructor() {
    const old = kept('settings');
    if (isRecord(old)) {
      this.theme = THEMES.find((theme) => theme === old['theme']) ?? 'system';
      this.explain = old['explain'] === true;
      this.style = STYLES.find(([style]) => style === old['style'])?.[0] ?? 'bars';
      this.passes = old['passes'] !== false;
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.show());
    this.show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.save();
    this.show();
  }

  /** Dark if it is light, light if it is dark. */
  turn(): void {
    this.setTheme(document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark');
  }

  setExplain(explain: boolean): void {
    this.explain = explain;
    this.save();
  }

  setStyle(style: Style): void {
    this.style = style;
    this.save();
  }

  setPasses(passes: boolean): void {
    this.passes = passes;
    this.save();
  }

  /** The next way to draw pieces. */
  nextStyle(): void {
    const at = STYLES.findIndex(([style]) => style === this.style);
    this.setStyle(STYLES[(at + 1) % STYLES.length]?.[0] ?? 'bars');
  }

  private save(): void {
    keep('settings', { theme: this.theme, explain: this.explain, style: this.style, passes: this.passes });
  }

  private show(): void {
    const isDark =
      this.theme === 'dark' || (this.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  }
}

export const settings = new Settings();
