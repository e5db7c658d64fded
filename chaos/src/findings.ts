import type { Finding, Wrong } from './records.ts'

/** What has been found wrong so far, during the run and by the checker at its end. */
export type Findings = {
  readonly report: (finding: Finding) => void
  readonly all: () => readonly Finding[]
  readonly count: (fault: Wrong) => number
}

export function openFindings(): Findings {
  const found: Finding[] = []
  return {
    report(finding) {
      found.push(finding)
      // At once, so that somebody who watches a long run need not wait for its end.
      if (found.length <= 20) console.error(`FOUND ${finding.what}: ${finding.detail}`)
    },
    all: () => found,
    count: (fault) => found.filter(({ what }) => what === fault).length,
  }
}
