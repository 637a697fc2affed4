// Runs axe-core in a page. Serious and critical findings are faults, the rest is counted.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What another theme changes: the same elements have other colours. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** Answers `{faults, minor}`, one line per finding and element. `again`: the page was looked at in another theme. */
export async function axeFindings(page, { again = false } = {}) {
  // Evaluated through the debugger, so the page's content policy stays as strict as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'], runOnly });
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({
          grave: impact === 'serious' || impact === 'critical',
          line: `${impact} ${id}: ${target.join(' ')} ${failureSummary.replace(/\s+/g, ' ')}`,
        })),
      );
    },
    again ? COLORS : undefined,
  );
  const lines = (grave) => found.filter((entry) => entry.grave === grave).map((entry) => entry.line);
  return { faults: lines(true), minor: lines(false) };
}
