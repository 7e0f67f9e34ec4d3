/** LIMIT: pixels the grip is pulled before the sheet follows. */
const PULL = 30;

/** The sheet under the map of a phone: folded down to its tabs, open, or tall. */
export class Sheet {
  tall = $state(false);
  folded = $state(false);
  private gripAt: number | undefined;
  private isPulled = false;

  readonly grasp = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    [this.gripAt, this.isPulled] = [event.clientY, false];
  };

  /** A touch opens and folds it; what was a pull is no touch. */
  readonly fold = (): void => {
    if (!this.isPulled) this.folded = !this.folded;
    this.isPulled = false;
  };

  /** Pulled up the sheet opens, then takes more room; pulled down it gives it back, then folds. */
  readonly pull = (event: PointerEvent): void => {
    if (this.gripAt === undefined || event.buttons === 0 || Math.abs(event.clientY - this.gripAt) < PULL) return;
    const isUp = event.clientY < this.gripAt;
    this.gripAt = event.clientY;
    this.isPulled = true;
    if (isUp && !this.folded) this.tall = true;
    else if (isUp) this.folded = false;
    else if (this.tall) this.tall = false;
    else this.folded = true;
  };

  /** Another tab has room; the same one takes more of it, or gives it back. */
  show(isSame: boolean): void {
    if (!this.folded) this.tall = isSame ? !this.tall : true;
    this.folded = false;
  }
}
