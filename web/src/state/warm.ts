import { reckoner } from '../engine/client';

/** Opens the second engine once the page stands, so that the first odds are there at once. */
export function warm(): void {
  const later = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  later(() => void reckoner());
}
