import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyCluster } from './copy-cluster.ts'

test('a copy of a cluster has its tables, without the log and the files of the running server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-copy-'))
  try {
    const from = join(folder, 'primary')
    mkdirSync(join(from, 'base/5'), { recursive: true })
    mkdirSync(join(from, 'pg_wal'))
    for (const file of ['PG_VERSION', 'base/5/1259', 'pg_wal/000000010000000000000001', 'postmaster.pid']) {
      writeFileSync(join(from, file), file)
    }
    copyCluster(from, join(folder, 'standby'), undefined)
    expect(readdirSync(join(folder, 'standby'), { recursive: true }).sort()).toEqual([
      'PG_VERSION',
      'base',
      'base/5',
      'base/5/1259',
      'pg_wal',
      'pg_wal/archive_status',
      'pg_wal/summaries',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
