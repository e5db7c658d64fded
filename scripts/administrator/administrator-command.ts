import { parseArgs } from 'node:util'
import { email as emailRule, password as passwordRule } from '@bank/contract/rules/person'
import { activateAdministrator } from '@bank/server/admin/administrators/activate-administrator'
import { addAdministrator, type NewAdministrator } from '@bank/server/admin/administrators/administrator'
import { resetPasscode } from '@bank/server/admin/passcode/reset-passcode'
import { type Config, readConfig } from '@bank/server/config/config'
import { changeAdministratorEmail } from '@bank/server/email-changes/change-administrator-email'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { openKeys } from '@bank/server/keys/secret-key'
import { openBreachedPasswords } from '@bank/server/passwords/breached-passwords'
import { openPasswordHasher } from '@bank/server/passwords/password-hasher'
import { requireGoodPassword } from '@bank/server/passwords/password-rules'
import { type Database, openDatabase } from '@bank/server/postgres/database'
import { migrate } from '@bank/server/postgres/migrate'
import { Refusal } from '@bank/server/refusal'
import { readStoredValue } from '@bank/server/storage/stored-value'
import { resetTwoFactor } from '@bank/server/two-factor/reset-two-factor'
import { askSecret, askText } from './ask.ts'

const usage = `npm run administrator -- create [--email ADDRESS] [--password WORDS] [--passcode WORDS]
npm run administrator -- reset-passcode [--passcode WORDS]
npm run administrator -- activate --email ADDRESS
npm run administrator -- reset-second-factor --email ADDRESS
npm run administrator -- change-email --email ADDRESS --new ADDRESS

create          adds an administrator. Sets the passcode of all administrators when
                --passcode or ADMIN_PASSCODE is given, or none is set.
reset-passcode  sets a new passcode. Every administrator must enter it before they can work again.
activate        activates the account of an administrator, which administrators cannot do themselves.
reset-second-factor
                turns two-factor off for a user who has lost the phone, and signs them out on every device.
change-email    replaces the email of an administrator at once, signs them out on every device and sends a mail to both
                addresses. No reset link is sent to them for 72 hours.

The commands work on the bank of DATABASE_URL or DATA_DIR, also while it is running, and write to the audit log. create and
reset-passcode read missing values from ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PASSCODE, or ask for them on a terminal.`

/**
 * Runs the command of these words on the bank that `env` names. Returns what to print; throws an error for the operator, whose
 * text `messageOf` gives.
 */
export async function runAdministratorCommand(words: string[], env: NodeJS.ProcessEnv): Promise<string> {
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
    ['activate', (db: Database) => activate(db, values.email)],
    ['reset-second-factor', (db: Database, config: Config) => resetSecondFactor(db, config, values.email)],
    ['change-email', (db: Database, config: Config) => changeEmail(db, config, values)],
  ])
  const command = commands.get(positionals.join(' '))
  if (!command) throw new Error(usage)

  const config = readConfig(env)
  const { programAddress, ownerAddress, stop } = await reachDatabase(config, { join: true })
  try {
    await migrate(ownerAddress)
    const db = await openDatabase(programAddress)
    try {
      return await command(db, config, { ...config.firstAdministrator, ...values })
    } finally {
      await db.end()
    }
  } finally {
    await stop()
  }
}

/** One line: the message of a refusal's field, or of the error. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.fields[0]?.detail ?? error.message}.`
  return error instanceof Error ? error.message : String(error)
}

async function create(db: Database, config: Config, given: Partial<NewAdministrator>): Promise<string> {
  const email = check(emailRule.safeParse(given.email ?? (await askText('Email: '))))
  const password = check(passwordRule.safeParse(given.password ?? (await askSecret('Password: '))))
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswordsFile)
  await requireGoodPassword(password, email, { config, breachedPasswords }).finally(breachedPasswords.close)
  const isSet = (await readStoredValue(db, 'passcode')) !== undefined
  const passcode = isSet && given.passcode === undefined ? undefined : await passcodeOf(given)
  const parts = await partsOf(db, config)
  const made = await addAdministrator(parts, { email, password, passcode }, new Date())
  if (!made) throw new Error(`A user with the email ${email} exists already. Choose another email.`)
  const set = passcode === undefined ? 'The passcode was not changed.' : 'The passcode was set.'
  return `${email} is an administrator. ${set}`
}

async function resetPasscodeTo(
  db: Database,
  config: Config,
  given: Partial<NewAdministrator>,
): Promise<string> {
  await resetPasscode(await partsOf(db, config), await passcodeOf(given), new Date())
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

async function passcodeOf(given: Partial<NewAdministrator>): Promise<string> {
  const passcode = given.passcode ?? (await askSecret('Passcode of all administrators: '))
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
