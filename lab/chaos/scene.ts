import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BankProgram,
  endInTime,
  openBankProgram,
  type ProgramOptions,
  untilReady,
} from './bank-program.ts'
import type { Disk } from './disk.ts'
import type { Findings } from './findings.ts'
import { type MailHost, openMailHost } from './mail-host.ts'
import { openPostgres, type PostgresSetup, type Servers } from './postgres-setup.ts'
import { openWire, type Wire } from './wire.ts'

/** A bank of two processes on one PostgreSQL, with a proxy, a disk and a mail provider that can fail on demand. */
export type Scene = Pick<PostgresSetup, 'postgres' | 'servers' | 'patroni'> & {
  readonly folder: string
  /** The disk of the data, if it has a separate one. */
  readonly disk: Disk | undefined
  /** Runs the embedded PostgreSQL, if there is one. */
  readonly owner: BankProgram
  /** Uses the same PostgreSQL by DATABASE_URL, through the wire. */
  readonly second: BankProgram
  readonly wire: Wire
  readonly mailHost: MailHost
  readonly findings: Findings
  /** One more process on the same PostgreSQL, which the next `heal` kills. */
  readonly openAnother: (name: string, options: CommandOptions & { database?: string }) => BankProgram
  /** One more process with the same data folder. */
  readonly openRival: () => BankProgram
  /** Of the owner and the second process, those that run. */
  readonly addresses: () => string[]
  /** Ends all faults, starts what does not run, and waits until both processes are ready. */
  readonly heal: () => Promise<void>
  readonly close: () => Promise<void>
}

type CommandOptions = Pick<ProgramOptions, 'nodeOptions' | 'prefix'>

export const administratorCredentials = {
  email: 'clara@bank.example',
  password: 'only for this run',
  passcode: '246810',
}

/** Starts everything in `folder`, or with the data on `disk`. */
export async function openScene(
  folder: string,
  { disk, servers }: { disk: Disk | undefined; servers: Servers },
  findings: Findings,
): Promise<Scene> {
  const { report } = findings
  const mailHost = await openMailHost()
  const setup = await openPostgres(servers, disk?.path ?? folder)
  const { postgres } = setup
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
    options: CommandOptions & Pick<ProgramOptions, 'mayFindNoDatabase'>,
  ) => {
    const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
    return openBankProgram(() => ({ ...settings, ...own() }), { name, log, report, ...options })
  }
  const served = (database: string) => () => ({
    DATABASE_URL: `postgresql://bank:${encodeURIComponent(postgres.password)}@127.0.0.1:${wire.port}/${database}`,
    SECRET_KEY: setup.secretKey(),
  })
  const { dataDir } = setup
  const ownerSettings = dataDir === undefined ? served('bank') : () => ({ DATA_DIR: dataDir })
  const owner = open('the owner', ownerSettings, { mayFindNoDatabase: servers !== 'embedded' })
  await owner.start()
  const second = open('the second process', served('bank'), { mayFindNoDatabase: true })
  await second.start()
  const programs = [owner, second]

  /** Reports a failed start with the end of PostgreSQL's log, and tries again. */
  async function startWithRetries(program: BankProgram): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await program.start()
        return
      } catch (error) {
        const said = readFileSync(setup.log(), 'utf8').split('\n').slice(-30).join('\n')
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
    ...setup,
    folder,
    disk,
    owner,
    second,
    wire,
    mailHost,
    findings,
    openAnother: (name, { database = 'bank', ...options }) =>
      keep(open(name, served(database), { mayFindNoDatabase: true, ...options })),
    openRival: () => keep(open('a rival of the owner', ownerSettings, { mayFindNoDatabase: false })),
    addresses: () => programs.flatMap((program) => program.address() ?? []),
    async heal() {
      wire.set({ kind: 'none' })
      await Promise.all(others.splice(0).map((program) => program.end('SIGKILL')))
      for (const program of programs) {
        const address = program.address()
        if (address === undefined) await startWithRetries(program)
        else if (!(await untilReady(address, () => program.address() === address))) {
          report({ what: 'did not start', detail: `${address} runs and is not ready after a fault` })
        }
      }
    },
    async close() {
      await Promise.all(others.map((program) => program.end('SIGKILL')))
      for (const program of [second, owner]) {
        await endInTime(program, findings)
      }
      wire.close()
      mailHost.close()
      await setup.closeServers()
    },
  }
}

/**
 * The bank's time zone: it is between 18:00 and 19:00 there when the run starts. So a payment that is scheduled for the present day is made
 * at once, and one that is refused is not tried again.
 */
export const timeZone = zoneWhereItIs(18, new Date())

/** The time zone, of those without summer time, where it is this hour. */
function zoneWhereItIs(hour: number, now: Date): string {
  const ahead = hour - now.getUTCHours()
  const hours = ahead > 12 ? ahead - 24 : ahead
  // The signs in these names say how far Greenwich is ahead.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

// Sessions and the passcode's elevation outlast a run, and all clients share one address.
const commonSettings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'off',
  TIME_ZONE: timeZone,
  // A larger funding waits for a second person.
  APPROVAL_ABOVE: '100.00',
  RATE_LIMITS: 'off',
  SESSION_MINUTES_IDLE: '43200',
  SESSION_MINUTES_ABSOLUTE: '43200',
  ELEVATION_MINUTES_IDLE: '1440',
  ELEVATION_MINUTES_ABSOLUTE: '1440',
  ADMIN_EMAIL: administratorCredentials.email,
  ADMIN_PASSWORD: administratorCredentials.password,
  ADMIN_PASSCODE: administratorCredentials.passcode,
  ADMIN_SECOND_FACTOR: 'optional',
}
