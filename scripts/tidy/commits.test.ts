import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { badSubjects, recentSubjects } from './commits.ts'

test('a subject with an area and an imperative is accepted', () => {
  expect(
    badSubjects([
      'transfers: refuse a closed account',
      'web, docs: pass the id on',
      'server/books: embed the hash',
      'pages: focus the first field',
      'tests: feed the model with seeds',
    ]),
  ).toEqual([])
})

test('a subject without an area, or whose first word is not an imperative, is refused', () => {
  for (const subject of [
    'Refuse a closed account',
    'transfers refuse a closed account',
    'transfers: Refuse a closed account',
    'transfers: refuses a closed account',
    'transfers: refused a closed account',
    'transfers: refusing a closed account',
    'transfers: the account is closed',
    'transfers: refuse',
  ]) {
    expect(badSubjects([subject])).toHaveLength(1)
  }
})

test('commits before the rule are not checked, nor is a folder outside a clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-commits-'))
  try {
    expect(recentSubjects(folder)).toEqual([])
    const commit = (subject: string, at: string) =>
      execFileSync(
        'git',
        [
          '-c',
          'user.name=a',
          '-c',
          'user.email=a@example.com',
          'commit',
          '-q',
          '--allow-empty',
          '-m',
          subject,
        ],
        { cwd: folder, env: { ...process.env, GIT_COMMITTER_DATE: at } },
      )
    execFileSync('git', ['init', '-q'], { cwd: folder })
    commit('Once upon a time', '2026-11-20T12:00:00Z')
    commit('books: post twice', '2026-12-01T12:00:00Z')
    expect(recentSubjects(folder)).toEqual(['books: post twice'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
