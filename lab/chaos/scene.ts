import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BankProgram, openBankProgram, untilReady } from './bank-program.ts'
import type { Disk } from './disk.ts'
import type { Findings } from './findings.ts'
import { type Ground, openOneServer, openServers } from './ground.ts'
import { type MailHost, openMailHost } from './mail-host.ts'
import type { PostgresInUse } from './postgres-in-use.ts'
import type { TwoServers } from './two-servers.ts'
import { openWire, type Wire } from './wire.ts'

/** A bank of two processes on one PostgreSQL, with everything about it in our hands. */
export type Scene = {
  readonly folder: string
  /** Where its data is, when that is a disk of its own. */
  readonly disk: Disk | undefined
  /** Primary and standby, when it is not the owner that looks after PostgreSQL. */
  readonly servers: TwoServers | undefined
  /** Started as a newcomer starts it: it brings the PostgreSQL along and looks after it. With two servers, as the second is. */
  readonly owner: BankProgram
  /** Started beside it with DATABASE_URL, through the wire. */
  readonly second: BankProgram
  readonly wire: Wire
  readonly postgres: PostgresInUse
  readonly mailHost: MailHost
  readonly findings: Findings
  /** One more process on the same PostgreSQL, which is gone after the next `heal`. */
  readonly openAnother: (name: string, options: ProgramOptions & { database?: string }) => BankProgram
  /** One more owner of the same data. */
  readonly openRival: () => BankProgram
  /** The addresses of those processes that run. */
  readonly addresses: () => string[]
  /** Starts what does not run, and waits until everything serves again. */
  readonly heal: () => Promise<void>
  readonly close: () => Promise<void>
}

type ProgramOptions = { nodeOptions?: readonly string[]; prefix?: readonly string[] }

export const administrator = {
  email: 'clara@bank.example',
  password: 'only for this run',
  passcode: '246810',
}

/** Opens the scene in the folder, with its data there or on the disk, on one server or on two. */
export async function openScene(
  folder: string,
  { disk, hasStandby }: { disk: Disk | undefined; hasStandby: boolean },
  findings: Findings,
): Promise<Scene> {
  const { report } = findings
  const mailHost = await openMailHost()
  const ground: Ground = hasStandby
    ? await openServers(join(folder, 'servers'))
    : openOneServer(join(disk?.path ?? folder, 'data'))
  const { postgres } = ground
  const wire = await openWire(postgres.socketPath)
  const settings = {
    ...commonSettings,
    MAIL_API_URL: mailHost.address,
    MAIL_API_KEY: 'only for this run',
    MAIL_FROM: 'bank@bank.example',
  }
  const open = (
    name: string,
    own: () => Record<string, string>,
    options: { mayFindNoDatabase: boolean } & ProgramOptions,
  ) => {
    const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
    return openBankProgram(() => ({ ...settings, ...own() }), { name, log, report, ...options })
  }
  const served = (database: string) => () => ({
    DATABASE_URL: `postgresql://bank:${encodeURIComponent(postgres.password)}@127.0.0.1:${wire.port}/${database}`,
    SECRET_KEY: ground.secretKey(),
  })
  const owned = ground.owned ?? served('bank')
  const owner = open('the owner', owned, { mayFindNoDatabase: hasStandby })
  await owner.start()
  const second = open('the second process', served('bank'), { mayFindNoDatabase: true })
  await second.start()
  const programs = [owner, second]

  /** A start that fails is reported, with what PostgreSQL said, and tried again. */
  async function insist(program: BankProgram): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await program.start()
        return
      } catch (error) {
        const said = readFileSync(ground.log(), 'utf8').split('\n').slice(-30).join('\n')
        report({
          what: 'did not start',
          detail: `${error instanceof Error ? error.message : error}\n${said}`,
        })
        if (tries === 5) throw error
      }
    }
  }

  const others: BankProgram[] = []
  const keep = (program: BankProgram) => {
    others.push(program)
    return program
  }
  return {
    folder,
    disk,
    servers: ground.servers,
    owner,
    second,
    wire,
    postgres,
    mailHost,
    findings,
    openAnother: (name, { database = 'bank', ...options }) =>
      keep(open(name, served(database), { mayFindNoDatabase: true, ...options })),
    openRival: () => keep(open('a rival of the owner', owned, { mayFindNoDatabase: false })),
    addresses: () => programs.flatMap((program) => program.address() ?? []),
    async heal() {
      wire.set({ kind: 'none' })
      await Promise.all(others.splice(0).map((program) => program.end('SIGKILL')))
      for (const program of programs) {
        const address = program.address()
        if (address === undefined) await insist(program)
        else if (!(await untilReady(address, () => program.address() === address))) {
          report({ what: 'did not start', detail: `${address} runs and is not ready after a fault` })
        }
      }
    },
    async close() {
      await Promise.all(others.map((program) => program.end('SIGKILL')))
      for (const program of [second, owner]) {
        const { code, seconds } = await program.end('SIGTERM')
        if (code !== 0 || seconds > 10) {
          report({
            what: 'unfinished',
            detail: `a SIGTERM was answered with ${code} after ${seconds.toFixed(1)} s`,
          })
        }
      }
      wire.close()
      mailHost.close()
      await ground.servers?.close()
    },
  }
}

// Nobody signs in anew during a run: sessions and the passcode last for all of it, and limits are for strangers.
const commonSettings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'off',
  RATE_LIMITS: 'off',
  SESSION_MINUTES_IDLE: '43200',
  SESSION_MINUTES_ABSOLUTE: '43200',
  ELEVATION_MINUTES_IDLE: '1440',
  ELEVATION_MINUTES_ABSOLUTE: '1440',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ADMIN_PASSCODE: administrator.passcode,
  // No telephone is at hand during a run.
  ADMIN_SECOND_FACTOR: 'optional',
}
