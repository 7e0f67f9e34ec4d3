import type { Place } from './ground';

/** What fingers and mice do on a map. */
export interface Handler {
  begin(event: PointerEvent): void;
  move(from: Place, to: Place): void;
  pinch(by: number, at: Place): void;
  end(event: PointerEvent, at: Place, moved: number): void;
  hover(event: PointerEvent, at: Place): void;
}

/** One finger drags, two pinch; a touch that stays where it is, is a touch. */
export class Gestures {
  private readonly down_at = new Map<number, Place>();
  private moved_by = 0;
  private target: EventTarget | null = null;
  private pinched = false;

  constructor(private readonly handler: Handler) {}

  at(event: MouseEvent, stage: HTMLElement | undefined): Place {
    const box = stage?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  down(event: PointerEvent, stage: HTMLElement | undefined): void {
    if (event.button > 1 || (event.target instanceof Element && event.target.closest('.tools'))) return;
    if (this.down_at.size === 0) {
      this.moved_by = 0;
      this.pinched = false;
      this.target = event.target;
      this.handler.begin(event);
    }
    this.down_at.set(event.pointerId, this.at(event, stage));
    stage?.setPointerCapture(event.pointerId);
  }

  moved(event: PointerEvent, stage: HTMLElement | undefined): void {
    const [from, to] = [this.down_at.get(event.pointerId), this.at(event, stage)];
    if (!from) {
      this.handler.hover(event, to);
      return;
    }
    this.down_at.set(event.pointerId, to);
    const other = [...this.down_at].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.pinched = true;
      const apart = (place: Place): number => Math.max(20, Math.hypot(place.x - other.x, place.y - other.y));
      this.handler.pinch(apart(to) / apart(from), { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 });
      this.handler.move(from, { x: from.x + (to.x - from.x) / 2, y: from.y + (to.y - from.y) / 2 });
      return;
    }
    this.moved_by += Math.hypot(to.x - from.x, to.y - from.y);
    if (this.moved_by > 3 && !this.pinched) this.handler.move(from, to);
  }

  up(event: PointerEvent, stage: HTMLElement | undefined): void {
    if (!this.down_at.delete(event.pointerId) || this.down_at.size > 0) return;
    const moved = this.pinched ? Number.POSITIVE_INFINITY : this.moved_by;
    // A captured pointer names the map itself: what lay under it when it came down counts.
    const first = new Proxy(event, { get: (own, name) => (name === 'target' ? this.target : Reflect.get(own, name)) });
    this.handler.end(first, this.at(event, stage), moved);
  }
}
