import { showOdds, type Names, type ShownOdds } from '../lib/odds';
import type { Forecast } from './wire';

/** What an order may lead to, ready to be shown. */
export function showForecasts(forecasts: readonly Forecast[], nameOf?: Names): ShownOdds {
  return showOdds(
    forecasts.map((forecast) => ({
      answers: forecast.answers.map(([name, answer]): [string, string] => [String(name), String(answer)]),
      outcomes: forecast.rows.map((row) => ({
        gist: row.gist,
        summary: row.gist,
        ways: row.ways,
      })),
      total: forecast.total,
      unresolved: forecast.unresolved,
    })),
    nameOf,
  );
}
