import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'

/** The paths of the failover tools, as Debian's packages install them, and the folder of PostgreSQL's programs. */
export type Programs = Readonly<Record<'patroni' | 'etcd' | 'haproxy' | 'postgres', string>>

const tools = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' }
const packages = {
  patroni: tools.patroni,
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'etcd-server': tools.etcd,
  haproxy: tools.haproxy,
}
// A server comes with it, and the client's package does not have it.
const rewinds = '/usr/lib/postgresql/{1[5-9],[2-9]?}/bin/pg_rewind'

/** Finds the tools, and the newest PostgreSQL. Throws an Error that names the packages that are missing. */
export function findPrograms(exists = existsSync, list: (pattern: string) => string[] = globSync): Programs {
  const missing = Object.entries(packages).flatMap(([name, path]) => (exists(path) ? [] : name))
  const newest = list(rewinds).sort().at(-1)
  if (newest !== undefined && missing.length === 0) return { ...tools, postgres: dirname(newest) }
  if (newest === undefined) missing.push('postgresql')
  throw new Error(
    `--patroni needs packages that are not installed: ${missing.join(', ')}. On Debian 12 or newer:\n` +
      `  apt-get install --no-install-recommends ${missing.join(' ')}\n` +
      'The packages may start services of their own; the run uses none of them.',
  )
}
