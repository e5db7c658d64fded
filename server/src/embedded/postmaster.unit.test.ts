import { expect, test } from 'vitest'
import { reasonIn } from './postmaster.ts'

test('a server that gave up is quoted with its reason, not with what it told those who knocked', () => {
  const log = [
    '2026-11-21 06:00:00 UTC [1] LOG:  redo starts at 0/1',
    '2026-11-21 06:00:01 UTC [1] PANIC:  could not write to file "pg_wal/x": No space left on device',
    '2026-11-21 06:00:02 UTC [2] FATAL:  the database system is in recovery mode',
  ].join('\n')
  expect(reasonIn(log)).toBe('could not write to file "pg_wal/x": No space left on device')
})

test('what a server says before its log begins is quoted whole', () => {
  expect(reasonIn('postgres: could not open the directory.')).toBe('could not open the directory')
})
