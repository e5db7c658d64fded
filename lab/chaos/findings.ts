import type { Finding } from './records.ts'

/** The findings of the run and of the checker at its end. */
export type Findings = {
  readonly report: (finding: Finding) => void
  readonly all: () => readonly Finding[]
  /** Ignores later findings: the run was interrupted. */
  readonly close: () => void
}

export function openFindings(): Findings {
  const found: Finding[] = []
  let isClosed = false
  return {
    report(finding) {
      if (isClosed) return
      found.push(finding)
      if (found.length <= 20) console.error(`FOUND ${finding.what}: ${finding.detail}`)
    },
    all: () => found,
    close: () => {
      isClosed = true
    },
  }
}
