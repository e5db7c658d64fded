import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

// What `initdb` writes for the embedded PostgreSQL, without its comments. The bank's own settings are on the command line.
const files: Readonly<Record<string, string>> = {
  'postgresql.conf': `datestyle = 'iso, mdy'
timezone = 'Etc/UTC'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`,
  // What `alter system` sets.
  'postgresql.auto.conf': '',
  'pg_hba.conf': 'local all all scram-sha-256\nlocal replication all scram-sha-256\n',
  'pg_ident.conf': '',
}

/** True for a file that tells PostgreSQL what to do: its configuration has commands, its signals start a recovery. */
export function isConfiguration(name: string): boolean {
  return name in files || name === 'recovery.signal' || name === 'standby.signal'
}

/** Writes the configuration of a cluster whose files came from elsewhere, and `recovery.signal` where it is to recover from an archive. */
export function writeConfiguration(
  { directory, runAs }: Cluster,
  { fromArchive }: { fromArchive: boolean },
): void {
  const signal = fromArchive ? { 'recovery.signal': '' } : {}
  for (const [name, content] of Object.entries({ ...files, ...signal })) {
    const path = join(directory, name)
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
    if (runAs.uid !== undefined) chownSync(path, runAs.uid, runAs.uid)
  }
}
