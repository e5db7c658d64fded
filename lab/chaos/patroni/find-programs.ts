import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of the failover tools, as Debian's packages install them. */
export type Programs = {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
}

/** Reads the file system. */
type Files = {
  readonly exists: (path: string) => boolean
  readonly list: (folder: string) => readonly string[]
}

const packages = [
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd', 'python3-etcd'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
] as const

const postgresVersions = '/usr/lib/postgresql'

/** Finds the tools, and the newest PostgreSQL. Throws an Error that names the packages that are missing. */
export function findPrograms(files: Files = { exists: existsSync, list: listFolder }): Programs {
  const missing: string[] = packages.filter(([path]) => !files.exists(path)).map(([, name]) => name)
  const newest = files
    .list(postgresVersions)
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(postgresVersions, version, 'bin'))
    .find((folder) =>
      ['postgres', 'pg_rewind', 'pg_basebackup'].every((name) => files.exists(join(folder, name))),
    )
  if (newest === undefined) missing.push('postgresql')
  if (newest !== undefined && missing.length === 0) {
    return {
      patroni: '/usr/bin/patroni',
      etcd: '/usr/bin/etcd',
      haproxy: '/usr/sbin/haproxy',
      postgres: newest,
    }
  }
  throw new Error(
    `--patroni needs packages that are not installed: ${missing.join(', ')}. On Debian 12 or newer:\n` +
      `  apt-get install --no-install-recommends ${missing.join(' ')}\n` +
      'The packages may start services of their own; the run uses none of them.',
  )
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
