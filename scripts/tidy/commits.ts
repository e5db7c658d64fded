import { spawnSync } from 'node:child_process'

// Earlier subjects are not checked.
const checkedSince = '2026-11-22T21:40:00Z'

/** Complaints about commits whose subject is not `area: imperative …`. */
export function badSubjects(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) => {
    const [, verb] = /^[a-z][a-z0-9 ,/.-]*: (\S+) \S/.exec(subject) ?? []
    if (verb === undefined) return [`"${subject}": write "area: what it does", in lower case`]
    return isImperative(verb) ? [] : [`"${subject}": "${verb}" is not an imperative`]
  })
}

/** The subjects of the last commits without merges, as many as the clone has; none outside a clone. */
export function recentSubjects(root: string): string[] {
  const { status, stdout } = spawnSync(
    'git',
    ['log', '--no-merges', '--max-count=500', `--since=${checkedSince}`, '--format=%s'],
    { cwd: root, encoding: 'utf8' },
  )
  return status === 0 ? stdout.split('\n').filter((subject) => subject !== '') : []
}

/** The imperative of a verb looks like a noun, but words of these forms are no imperatives. */
function isImperative(word: string): boolean {
  if (/^(a|an|the|no|its|this|that|these|those|one|[^a-z].*)$/.test(word)) return false
  return !/(?:[^su]s|(?<!e)ed|ing)$/.test(word) || /^(embed|shed|bring|ring|spring)$/.test(word)
}
