import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import { markdownTable } from '../../markdown-table.ts'

/**
 * Two tables: the screens, with the checks and findings of each gate, and every other check. `colours` is whether the test of the
 * colours passed.
 */
export function gatesReport({ suites }: Pick<JSONReport, 'suites'>, colours: boolean): string {
  const specs = suites.flatMap(specsOf)
  const isState = ({ file }: JSONReportSpec) => file.endsWith('.gate.ts')
  const screens = Map.groupBy(specs.filter(isState), ({ title }) => title.split(', ')[0]!)
  const gates = [
    ...new Set(
      [...screens.values()]
        .flat()
        .flatMap(checksOf)
        .map(({ type }) => type),
    ),
  ]
  return [
    markdownTable(
      ['Screen', 'States', ...gates, 'Verdict'],
      [...screens].map(([screen, states]) => [
        screen,
        String(states.length),
        ...gates.map((gate) => findings(states, gate)),
        verdict(states.every(({ ok }) => ok)),
      ]),
    ),
    markdownTable(
      ['Check', 'Verdict'],
      [
        ['contrast of every pair of colours, in both themes', verdict(colours)],
        ...specs.filter((spec) => !isState(spec)).map(({ title, ok }) => [title, verdict(ok)]),
      ],
    ),
  ].join('\n\n')
}

function specsOf(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** The checks of a state, as they were in its last run. */
function checksOf({ tests }: JSONReportSpec) {
  return tests[0]?.results.at(-1)?.annotations ?? []
}

function findings(states: readonly JSONReportSpec[], gate: string): string {
  const checks = states.flatMap(checksOf).filter(({ type }) => type === gate)
  const faults = checks.reduce((sum, { description }) => sum + Number(description), 0)
  return checks.length > 0 ? `${faults} in ${checks.length}` : '–'
}

function verdict(ok: boolean): string {
  return ok ? 'passes' : 'FAILS'
}
