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
import { askSecret, askText } from './administrator/ask.ts'

const usage = `npm run administrator -- create [--email ADDRESS] [--password WORDS] [--passcode WORDS]
npm run administrator -- reset-passcode [--passcode WORDS]
npm run administrator -- activate --email ADDRESS
npm run administrator -- reset-second-factor --email ADDRESS
npm run administrator -- change-email --email ADDRESS --new ADDRESS

The first makes an administrator, the second sets another passcode, the third activates the account of an administrator,
which no administrator can do for themselves, and the fourth turns two-factor off for a user who has lost the telephone.
They work in the bank that DATABASE_URL or DATA_DIR names, also while it runs. What is not given is taken from ADMIN_EMAIL,
ADMIN_PASSWORD and ADMIN_PASSCODE, or asked for; the e-mail of activate and reset-second-factor must be given. The passcode
is that of all administrators: create asks for it where none is set, and replaces it where one is given. Another passcode
closes the work of every administrator until they enter it. reset-second-factor works for every user and signs them out
everywhere. change-email replaces the e-mail of an administrator at once, signs them out everywhere and writes to both
addresses; for 72 hours no link to choose a password is sent to them. Each command is on record in the audit log.`

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

/** In one line: a refusal's own words, or those for the field it is about. */
function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.fields[0]?.detail ?? error.message}.`
  return error instanceof Error ? error.message : String(error)
}

async function run(words: string[]): Promise<string> {
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
    ['reset-passcode', resetAs],
    ['activate', (db: Database) => activate(db, values.email)],
    ['reset-second-factor', (db: Database, config: Config) => resetSecondFactor(db, config, values.email)],
    ['change-email', (db: Database, config: Config) => changeEmail(db, config, values)],
  ])
  const command = commands.get(positionals.join(' '))
  if (!command) throw new Error(usage)

  const config = readConfig(process.env)
  const { place, ownerPlace, stop } = await reachDatabase(config, { join: true })
  try {
    await migrate(ownerPlace)
    const db = await openDatabase(place)
    try {
      return await command(db, config, { ...config.firstAdministrator, ...values })
    } finally {
      await db.end()
    }
  } finally {
    await stop()
  }
}

async function create(db: Database, config: Config, given: Partial<NewAdministrator>): Promise<string> {
  const email = check(emailRule.safeParse(given.email ?? (await askText('E-mail: '))))
  const password = check(passwordRule.safeParse(given.password ?? (await askSecret('Password: '))))
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswordsFile)
  await requireGoodPassword(password, email, { config, breachedPasswords })
  await breachedPasswords.close()
  const isSet = (await readStoredValue(db, 'passcode')) !== undefined
  const passcode = isSet && given.passcode === undefined ? undefined : await passcodeOf(given)
  const parts = await partsOf(db, config)
  const made = await addAdministrator(parts, { email, password, passcode }, new Date())
  if (!made) throw new Error(`${email} has an account already: choose another e-mail.`)
  const set = passcode === undefined ? 'The passcode stays as it is.' : 'The passcode has been set.'
  return `${email} is an administrator. ${set}`
}

async function resetAs(db: Database, config: Config, given: Partial<NewAdministrator>): Promise<string> {
  await resetPasscode(await partsOf(db, config), await passcodeOf(given), new Date())
  return 'The passcode has been set. Every administrator has to enter it now.'
}

async function activate(db: Database, given: string | undefined): Promise<string> {
  const email = emailOf(given)
  const outcome = await activateAdministrator({ db }, email, new Date())
  if (outcome === 'administrator_unknown') throw new Error(`No administrator has the e-mail ${email}.`)
  return outcome === 'activated'
    ? `The account of ${email} is active.`
    : `The account of ${email} was active already.`
}

/** `given` must stand on the command line: nobody loses their second factor because ADMIN_EMAIL is set. */
async function resetSecondFactor(db: Database, config: Config, given: string | undefined): Promise<string> {
  const email = emailOf(given)
  const outcome = await resetTwoFactor({ db, config }, email, new Date())
  if (outcome === 'user_unknown') throw new Error(`Nobody has the e-mail ${email}.`)
  if (outcome === 'two_factor_off')
    throw new Error(`Two-factor is off for ${email}: there is nothing to reset.`)
  return `Two-factor is off for ${email}. Every device of theirs was signed out, and they get a mail.`
}

/** Both addresses must stand on the command line: an e-mail must not change because ADMIN_EMAIL is set. */
async function changeEmail(
  db: Database,
  config: Config,
  given: { email?: string | undefined; new?: string | undefined },
): Promise<string> {
  if (given.email === undefined || given.new === undefined)
    throw new Error('Say which e-mail is replaced, and by which: --email ADDRESS --new ADDRESS.')
  const email = check(emailRule.safeParse(given.email))
  const newEmail = check(emailRule.safeParse(given.new))
  const outcome = await changeAdministratorEmail({ db, config }, { email, newEmail }, new Date())
  if (outcome === 'user_unknown') throw new Error(`Nobody has the e-mail ${email}.`)
  if (outcome === 'email_unchanged') throw new Error('The new e-mail is the present one.')
  if (outcome === 'not_administrator')
    throw new Error(`${email} is not an administrator: staff correct a customer's e-mail in the Admin Panel.`)
  return `The administrator ${email} signs in as ${newEmail} now. Every device of theirs was signed out, and both addresses get a mail.`
}

function emailOf(given: string | undefined): string {
  if (given === undefined) throw new Error('Say for whom: --email ADDRESS.')
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
