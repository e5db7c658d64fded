import type { Finding } from './records.ts'

/** What has been found wrong so far, during the run and by the checker at its end. */
export type Findings = {
  readonly report: (finding: Finding) => void
  readonly all: () => readonly Finding[]
  /** From here on nothing counts: the run has been broken off. */
  readonly close: () => void
}

export function openFindings(): Findings {
  const found: Finding[] = []
  let isClosed = false
  return {
    report(finding) {
      if (isClosed) return
      found.push(finding)
      // At once, so that a reader of a long run need not wait for its end.
      if (found.length <= 20) console.error(`FOUND ${finding.what}: ${finding.detail}`)
    },
    all: () => found,
    close: () => {
      isClosed = true
    },
  }
}
