import type { Scene } from '../net/wire';
import type { Sitting } from './sitting.svelte';

/** The pictures of a game, each asked for once. */
export class Album {
  private readonly scenes = new Map<number, Promise<Scene | undefined>>();

  constructor(private readonly sitting: Pick<Sitting, 'ask'>) {}

  /** The map after a turn; nought is the start. */
  sceneAt(turn: number): Promise<Scene | undefined> {
    const known = this.scenes.get(turn);
    if (known) return known;
    const asked = this.sitting
      .ask({ ask: 'scene', turn })
      .then((tell) => (tell.tell === 'scene' ? tell.scene : undefined))
      .catch(() => {
        this.scenes.delete(turn);
        return undefined;
      });
    this.scenes.set(turn, asked);
    return asked;
  }
}
