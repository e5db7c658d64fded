import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { password as passwordRule } from '@bank/contract/passwords/password'
import { email as emailRule } from '@bank/contract/rules/email'
import { activateAdministrator } from '@bank/server/admin/administrators/activate-administrator'
import { addAdministrator, type NewAdministrator } from '@bank/server/admin/administrators/administrator'
import { makeAdministratorByCommand } from '@bank/server/admin/administrators/give-role'
import { resetPasscode } from '@bank/server/admin/passcode/reset-passcode'
import { resetTwoFactor } from '@bank/server/admin/two-factor/reset-two-factor'
import { type Config, readConfig } from '@bank/server/config/config'
import { changeAdministratorEmail } from '@bank/server/email-changes/change-administrator-email'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { openKeys } from '@bank/server/keys/secret-key'
import { openBreachedPasswords } from '@bank/server/passwords/breached-passwords'
import { openPasswordHasher } from '@bank/server/passwords/password-hasher'
import { requireGoodPassword } from '@bank/server/passwords/password-rules'
import { type Database, openDatabase } from '@bank/server/postgres/database'
import { migrate } from '@bank/server/postgres/migrate'
import { reasonOf } from '@bank/server/reason-of'
import { Refusal } from '@bank/server/refusal'
import { readStoredValue } from '@bank/server/storage/stored-value'
import { type Ask, openAsk } from './ask.ts'

const usage = `npm run administrator -- create [--email ADDRESS]
npm run administrator -- promote --email ADDRESS
npm run administrator -- reset-passcode
npm run administrator -- activate --email ADDRESS
npm run administrator -- reset-second-factor --email ADDRESS
npm run administrator -- change-email --email ADDRESS --new ADDRESS

create          adds an administrator. Sets the passcode of all administrators when ADMIN_PASSCODE is set, or no passcode is.
promote         makes a user of the bank an administrator, and sends a mail to all administrators. In the admin panel a
                second member of staff approves that, where there is one.
reset-passcode  sets a new passcode. Every administrator must enter it before they can work again.
activate        activates the account of an administrator, which administrators cannot do themselves.
reset-second-factor
                turns two-factor off for a user who has lost the phone, and signs them out on every device.
change-email    replaces the email of an administrator at once, signs them out on every device and sends a mail to both
                addresses. No reset link is sent to them for 72 hours.

The commands work on the bank of DATABASE_URL or DATA_DIR, also while it is running, and write to the audit log. create and
reset-passcode read missing values from ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PASSCODE, which may be in files (ADMIN_PASSWORD_FILE), or
ask for them. Without a terminal each answer is a line of the standard input. No secret is taken as an option, because every user of
the machine can read the list of processes.`

/**
 * Runs the command of these words on the bank that `env` names. Asks for what is missing on `input`. Returns what to print; throws an
 * error for the operator, whose text `messageOf` gives.
 */
export async function runAdministratorCommand(
  words: string[],
  env: NodeJS.ProcessEnv,
  input: Readable = process.stdin,
): Promise<string> {
  const text = { type: 'string' } as const
  const options = {
    email: text,
    password: text,
    passcode: text,
    new: text,
    help: { type: 'boolean' },
  } as const
  const { positionals, values } = parseArgs({ args: words, allowPositionals: true, options })
  if (values.help) return usage
  const commands = new Map([
    ['create', create],
    ['reset-passcode', resetPasscodeTo],
    ['promote', (db: Database, config: Config) => promote(db, config, values.email)],
    ['activate', (db: Database) => activate(db, values.email)],
    ['reset-second-factor', (db: Database, config: Config) => resetSecondFactor(db, config, values.email)],
    ['change-email', (db: Database, config: Config) => changeEmail(db, config, values)],
  ])
  const command = commands.get(positionals.join(' '))
  if (!command) throw new Error(usage)
  refuseSecrets(values)

  const config = readConfig(env)
  const { programAddress, ownerAddress, stop } = await reachDatabase(config, { join: true })
  const ask = openAsk(input)
  try {
    await migrate(ownerAddress)
    const db = await openDatabase(programAddress)
    try {
      return await command(db, config, { ...config.firstAdministrator, ...values }, ask)
    } finally {
      await db.end()
    }
  } finally {
    ask.close()
    await stop()
  }
}

function refuseSecrets(values: { password?: string | undefined; passcode?: string | undefined }): void {
  const option = (['password', 'passcode'] as const).find((name) => values[name] !== undefined)
  if (option === undefined) return
  throw new Error(
    `--${option} is refused: every user of this machine can read it in the list of processes. Choose another one and leave the option out: ` +
      'the command asks, or reads a line of the standard input.',
  )
}

/** One line: the message of a refusal's field, or of the error. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.fields[0]?.detail ?? error.message}.`
  return reasonOf(error)
}

async function create(
  db: Database,
  config: Config,
  given: Partial<NewAdministrator>,
  ask: Ask,
): Promise<string> {
  const email = check(emailRule.safeParse(given.email ?? (await ask.text('Email: '))))
  const password = check(passwordRule.safeParse(given.password ?? (await ask.secret('Password: '))))
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswordsFile)
  await requireGoodPassword(password, email, { config, breachedPasswords }).finally(breachedPasswords.close)
  const isSet = (await readStoredValue(db, 'passcode')) !== undefined
  const passcode = isSet && given.passcode === undefined ? undefined : await passcodeOf(given, ask)
  const parts = await partsOf(db, config)
  const made = await addAdministrator(parts, { email, password, passcode }, new Date())
  if (!made) throw new Error(`A user with the email ${email} exists already. Choose another email.`)
  const set = passcode === undefined ? 'The passcode was not changed.' : 'The passcode was set.'
  return `${email} is an administrator. ${set}`
}

/** `given` must be on the command line: ADMIN_EMAIL must not select who is promoted. */
async function promote(db: Database, config: Config, given: string | undefined): Promise<string> {
  const email = emailOf(given)
  const outcome = await makeAdministratorByCommand({ db, config }, email, new Date())
  if (outcome === 'user_unknown') throw new Error(`No user has the email ${email}.`)
  return `${email} is an administrator. All administrators get a mail.`
}

async function resetPasscodeTo(
  db: Database,
  config: Config,
  given: Partial<NewAdministrator>,
  ask: Ask,
): Promise<string> {
  await resetPasscode(await partsOf(db, config), await passcodeOf(given, ask), new Date())
  return 'The passcode was set. Every administrator must enter it now.'
}

async function activate(db: Database, given: string | undefined): Promise<string> {
  const email = emailOf(given)
  const outcome = await activateAdministrator({ db }, email, new Date())
  if (outcome === 'administrator_unknown') throw new Error(`No administrator has the email ${email}.`)
  return outcome === 'activated'
    ? `The account of ${email} is now active.`
    : `The account of ${email} was already active.`
}

/** `given` must be on the command line: ADMIN_EMAIL must not select whose second factor is reset. */
async function resetSecondFactor(db: Database, config: Config, given: string | undefined): Promise<string> {
  const email = emailOf(given)
  const outcome = await resetTwoFactor({ db, config }, email, new Date())
  if (outcome === 'user_unknown') throw new Error(`No user has the email ${email}.`)
  if (outcome === 'two_factor_off') throw new Error(`Two-factor is already off for ${email}.`)
  return `Two-factor was turned off for ${email}. Every device was signed out, and the user gets a mail.`
}

/** Both addresses must be on the command line: ADMIN_EMAIL must not select whose email changes. */
async function changeEmail(
  db: Database,
  config: Config,
  given: { email?: string | undefined; new?: string | undefined },
): Promise<string> {
  if (given.email === undefined || given.new === undefined)
    throw new Error('Missing option: change-email needs --email ADDRESS --new ADDRESS.')
  const email = check(emailRule.safeParse(given.email))
  const newEmail = check(emailRule.safeParse(given.new))
  const outcome = await changeAdministratorEmail({ db, config }, { email, newEmail }, new Date())
  if (outcome === 'user_unknown') throw new Error(`No user has the email ${email}.`)
  if (outcome === 'email_unchanged') throw new Error('The new email is the same as the current one.')
  if (outcome === 'not_administrator')
    throw new Error(
      `${email} is not an administrator. Administrators correct a customer's email in the Admin Panel.`,
    )
  return `The email ${email} was replaced by ${newEmail}. Every device was signed out, and both addresses get a mail.`
}

function emailOf(given: string | undefined): string {
  if (given === undefined) throw new Error('Missing option: --email ADDRESS.')
  return check(emailRule.safeParse(given))
}

async function passcodeOf(given: Partial<NewAdministrator>, ask: Ask): Promise<string> {
  const passcode = given.passcode ?? (await ask.secret('Passcode of all administrators: '))
  if (passcode.length >= 4 && passcode.length <= 128) return passcode
  throw new Error('The passcode must have 4 to 128 characters.')
}

async function partsOf(db: Database, config: Config) {
  const keys = await openKeys(db, config, new Date())
  return { db, keys, passwords: openPasswordHasher(keys.passwordPepper, keys.firstId) }
}

type Checked<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: { message: string }[] } }

function check<Value>(checked: Checked<Value>): Value {
  if (checked.success) return checked.data
  throw new Error(`${checked.error.issues[0]?.message}.`)
}
