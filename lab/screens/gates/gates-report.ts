/** What Playwright's report says of a suite, as far as it is read here. */
export type Suite = {
  readonly title: string
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly annotations: readonly { type: string; description?: string }[] }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

type Row = { ok: boolean; states: number; asked: Map<string, number>; faults: Map<string, number> }

/**
 * One table: a line for each screen with how often each gate was asked of it and how often it found something, then a
 * line for every other check. `colours` is whether the colours' own test passed.
 */
export function gatesReport({ suites }: { suites: readonly Suite[] }, colours: boolean): string {
  const specs = suites.flatMap(specsOf)
  const rows = new Map<string, Row>()
  for (const spec of specs.filter(({ file }) => file.endsWith('.gate.ts'))) {
    const screen = spec.title.split(', ')[0]!
    const row = rows.get(screen) ?? { ok: true, states: 0, asked: new Map(), faults: new Map() }
    rows.set(screen, row)
    row.ok &&= spec.ok
    row.states += 1
    // What was tried again is told once, as it was the last time.
    for (const { type, description } of spec.tests[0]?.results.at(-1)?.annotations ?? []) {
      add(row.asked, type, 1)
      add(row.faults, type, (JSON.parse(description ?? '[]') as string[]).length)
    }
  }
  const gates = [...new Set([...rows.values()].flatMap(({ asked }) => [...asked.keys()]))]
  const others = specs.filter(({ file }) => !file.endsWith('.gate.ts'))
  return [
    line(['Screen', 'States', ...gates, 'Verdict']),
    line(['---', ...gates.map(() => '---:'), '---:', '---']),
    ...[...rows].map(([screen, row]) =>
      line([screen, String(row.states), ...gates.map((gate) => figure(row, gate)), verdict(row.ok)]),
    ),
    '',
    line(['Check', 'Verdict']),
    line(['---', '---']),
    line(['contrast of every pair of colours, in both themes', verdict(colours)]),
    ...others.map(({ title, ok }) => line([title, verdict(ok)])),
  ].join('\n')
}

function specsOf(suite: Suite): (Suite['specs'][number] & { file: string })[] {
  return [
    ...suite.specs.map((spec) => ({ ...spec, file: suite.file })),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
}

function add(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}

/** How many faults in how many looks. */
function figure({ asked, faults }: Row, gate: string): string {
  return asked.has(gate) ? `${faults.get(gate)} in ${asked.get(gate)}` : '–'
}

function verdict(ok: boolean): string {
  return ok ? 'passes' : 'FAILS'
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
