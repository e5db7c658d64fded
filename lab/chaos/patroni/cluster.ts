import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { signalIfThere } from '../faults/signal.ts'
import { connectAs, type PostgresInUse } from '../postgres-in-use.ts'
import { expectSoon } from '../until.ts'
import { openChildProgram } from './child-program.ts'
import { findPrograms } from './find-programs.ts'
import { type Member, openMember } from './member.ts'
import { type Network, openNetwork } from './network.ts'
import { memberNames, writeConfiguration } from './write-configuration.ts'

// Longer than any takeover, and without a load by the questions.
const patience = { milliseconds: 120_000, pauseMilliseconds: 100 }

/** Three members of a Patroni cluster on loopback, with HAProxy in front, as `deploy/patroni` configures them. */
export type PatroniCluster = {
  readonly members: readonly Member[]
  readonly network: Network
  /** PostgreSQL as the bank reaches it, through HAProxy; its processes are those of the primary. */
  readonly postgres: PostgresInUse
  /** The member that holds the leader's key. Waits for one, for two minutes at most. */
  readonly leader: () => Promise<Member>
  /** Starts what does not run, and waits until every member takes part, for two minutes at most. */
  readonly untilWhole: () => Promise<void>
  /** The path of the primary's log. */
  readonly log: () => string
  readonly close: () => Promise<void>
}

/** Starts the cluster in `folder` and creates the bank's database. Throws an Error when a package is missing. */
export async function openPatroniCluster(folder: string): Promise<PatroniCluster> {
  const programs = findPrograms()
  const asUser = makeFolders(folder)
  const network = openNetwork()
  const socketPath = join(folder, '.s.PGSQL.5432')
  const password = randomBytes(16).toString('hex')
  const { addresses } = network
  writeConfiguration({ addresses, folder, postgres: programs.postgres, socketPath })
  execFileSync('env', [...asUser, 'sh', join(folder, 'make-certificates.sh'), folder, ...addresses])
  const secrets = secretsWith(password)
  const members = memberNames.map((name, index) =>
    openMember(name, { folder, programs, secrets, prefix: [...network.prefix(index), ...asUser] }),
  )
  const proxy = openChildProgram([...asUser, programs.haproxy, '-f', join(folder, 'haproxy.cfg')], {
    env: {},
    cwd: folder,
    log: join(folder, 'haproxy.log'),
  })
  const primary = () => members.find((member) => member.isPrimary())
  process.once('exit', stop)

  function stop(): void {
    proxy.signal('SIGKILL')
    for (const { etcd, patroni, postgres } of members) {
      etcd.signal('SIGKILL')
      patroni.signal('SIGKILL')
      const [postmaster, ...others] = postgres()
      if (postmaster === undefined) continue
      // Ends it at once. SIGKILL would leave its shared memory behind.
      signalIfThere(postmaster, 'SIGQUIT')
      for (const pid of [postmaster, ...others]) signalIfThere(pid, 'SIGCONT')
    }
    network.close()
  }

  async function leader(): Promise<Member> {
    return expectSoon(
      'no member is the leader',
      async () => {
        const answers = await Promise.all(members.map((member) => member.ask('patroni', '/primary')))
        return members[answers.findIndex((answer) => answer?.status === 200)]
      },
      patience,
    )
  }

  async function untilWhole(): Promise<void> {
    for (const member of members) member.start()
    await expectSoon(
      'not every member takes part',
      async () => {
        const healthy = await Promise.all(members.map((member) => member.ask('etcd', '/health')))
        const answer = await (await leader()).ask('patroni', '/patroni')
        const standbys = (answer?.body as PatroniState | undefined)?.replication ?? []
        return (
          healthy.every((etcd) => etcd?.status === 200) &&
          standbys.filter(({ state }) => state === 'streaming').length === members.length - 1 &&
          standbys.some(({ sync_state }) => sync_state === 'sync')
        )
      },
      patience,
    )
  }

  proxy.start()
  await untilWhole()
  await createDatabase(folder, password)
  return {
    members,
    network,
    postgres: {
      socketPath: () => socketPath,
      password,
      postmaster: () => primary()?.postgres()[0],
      processes: () => primary()?.postgres() ?? [],
      connect: (database = 'bank') => connectAs('bank', { host: folder, password, database }),
    },
    leader,
    untilWhole,
    log: () => (primary() ?? members[0]!).log,
    async close() {
      process.off('exit', stop)
      stop()
      await expectSoon(
        'PostgreSQL does not stop',
        () => members.every((member) => member.postgres().length === 0),
        patience,
      )
    },
  }
}

/** As `/patroni` answers on the primary. */
type PatroniState = { readonly replication?: readonly { state: string; sync_state: string }[] }

/**
 * Makes the folders of the members and returns the start of a command that runs a program as their owner: PostgreSQL refuses root, which
 * runs everything as the user of Debian's packages.
 */
function makeFolders(folder: string): string[] {
  const folders = ['', ...memberNames, 'archive', 'archive/wal'].map((name) => join(folder, name))
  for (const each of folders) mkdirSync(each, { mode: 0o700 })
  const user = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
  for (const each of folders) chownSync(each, user, user)
  chmodSync(dirname(folder), 0o711)
  return ['/usr/bin/setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
}

/** What `secrets.env` has on real machines. */
function secretsWith(password: string): Record<string, string> {
  return {
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: password,
  }
}

async function createDatabase(host: string, password: string): Promise<void> {
  const connection = await expectSoon(
    'HAProxy does not lead to the primary',
    () => connectAs('postgres', { host, password, database: 'postgres' }).catch(() => undefined),
    patience,
  )
  await connection.query(`create role bank login createrole password '${password}'`)
  await connection.query('create database bank owner bank')
  await connection.end()
}
