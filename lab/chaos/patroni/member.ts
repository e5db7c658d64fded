import { existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { type Answer, ask } from '../ask.ts'
import { signalIfThere } from '../faults/signal.ts'
import { processesIn } from '../postgres-in-use.ts'
import { type ChildProgram, openChildProgram } from './child-program.ts'
import type { Programs } from './find-programs.ts'
import { readMemberSettings } from './write-configuration.ts'

/** One machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni runs. */
export type Member = {
  readonly name: string
  /** The path of its log. */
  readonly log: string
  readonly etcd: ChildProgram
  readonly patroni: ChildProgram
  /** PostgreSQL's processes, the postmaster first; none while it does not run. */
  readonly postgres: () => number[]
  /** Of all three programs. */
  readonly processes: () => number[]
  /** Whether its PostgreSQL runs and is no standby. */
  readonly isPrimary: () => boolean
  /** Asks Patroni, or etcd. Undefined when it does not answer, within a second unless `rest` says otherwise. */
  readonly ask: (program: 'patroni' | 'etcd', path: string, rest?: object) => Promise<Answer | undefined>
  /** Starts of etcd and Patroni what does not run. */
  readonly start: () => void
  /** Kills its processes at one instant. */
  readonly kill: () => Promise<void>
}

/** Prepares a member, whose configuration is in `folder`. */
export function openMember(
  name: string,
  {
    folder,
    programs,
    secrets,
    prefix,
  }: {
    folder: string
    programs: Programs
    secrets: Record<string, string>
    /** The start of the command that runs a program. */
    prefix: readonly string[]
  },
): Member {
  const own = join(folder, name)
  const settings = readMemberSettings(folder, name)
  const env = { PATH: '/usr/bin:/bin', HOME: own, LANG: 'C.UTF-8', ...settings, ...secrets }
  const log = join(folder, `${name}.log`)
  const open = (program: string, ...args: string[]) =>
    openChildProgram([...prefix, program, ...args], { env, cwd: own, log })
  const etcd = open(programs.etcd)
  const patroni = open(programs.patroni, join(folder, 'patroni.yml'))
  const data = settings.PATRONI_POSTGRESQL_DATA_DIR!
  const addresses = {
    patroni: `https://patroni:${secrets.PATRONI_RESTAPI_PASSWORD}@${settings.PATRONI_RESTAPI_LISTEN}`,
    etcd: settings.ETCD_LISTEN_CLIENT_URLS!,
  }
  const [ca, cert, key] = ['ca.crt', 'member.crt', 'member.key'].map((file) => readFileSync(join(own, file)))
  const agent = new Agent({ keepAlive: true, ca, cert, key })

  const postgres = () => processesIn(data)
  const processes = () => [...[etcd.pid(), patroni.pid()].filter((pid) => pid !== undefined), ...postgres()]

  return {
    name,
    log,
    etcd,
    patroni,
    postgres,
    processes,
    isPrimary: () => postgres().length > 1 && !existsSync(join(data, 'standby.signal')),
    ask: (program, path, rest) =>
      ask(addresses[program], { method: 'GET', path, timeout: 1_000, agent, ...rest }),
    start() {
      if (etcd.pid() === undefined) etcd.start()
      if (patroni.pid() === undefined) patroni.start()
    },
    async kill() {
      for (const pid of processes()) signalIfThere(pid, 'SIGKILL')
      await Promise.all([etcd.ended(), patroni.ended()])
    },
  }
}
