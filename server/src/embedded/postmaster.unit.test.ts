import { expect, test } from 'vitest'
import { reasonIn } from './postmaster.ts'

test('the reason of a failed start is the fatal error, not the refusal of a connection', () => {
  const log = [
    '2026-11-21 06:00:00 UTC [1] LOG:  redo starts at 0/1',
    '2026-11-21 06:00:01 UTC [1] PANIC:  could not write to file "pg_wal/x": No space left on device',
    '2026-11-21 06:00:02 UTC [2] FATAL:  the database system is in recovery mode',
  ].join('\n')
  expect(reasonIn(log)).toBe('could not write to file "pg_wal/x": No space left on device')
})

test('the output of a server before its log begins is the reason', () => {
  expect(reasonIn('postgres: could not open the directory.')).toBe('could not open the directory')
})
