/** Who may open a page, and in which layout. Other visitors are redirected. */
export type PageAudience =
  /** Not signed in. A signed-in user is redirected to the dashboard. */
  | 'visitor'
  /** Visitors and users, in the layout for visitors. */
  | 'public'
  /** Visitors and users, each in their own layout. */
  | 'everyone'
  /** Signed-in customers and administrators. A visitor is redirected to the sign-in page. */
  | 'customer'
  /** Staff. For all others the page does not exist. */
  | 'administrator'
  /** Staff who have entered the passcode, with the right that the page needs (`roles/staff-pages.ts`). */
  | 'elevated'

/**
 * What the answer to a page's address holds. `prerendered`: what every visitor sees first. `server-rendered`: what the
 * signed-in user sees first, from the bank's data. `shell`: nothing yet, the browser renders it. A request that the first two do
 * not fit is answered with the shell.
 */
export type PageStart = 'prerendered' | 'server-rendered' | 'shell'

/** The cookie in which the browser states its time zone (an IANA name) to the server that renders a page. */
export function timeZoneCookie(isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}time-zone`
}

type PageRow = {
  /** A part that begins with a colon stands for any text. */
  readonly path: string
  /** The first heading, which also names the browser tab. */
  readonly title: string
  readonly audience: PageAudience
  readonly start: PageStart
  /** It shows one of the customer's accounts: the one with the number in `?account=`, or the main one. */
  readonly isOfAccount?: true
  /** It also shows all of them together, for `?account=all`. */
  readonly isOfAllAccounts?: true
}

/**
 * Every page of the bank (specification §2). From this table come the routes, titles and prefetching of the screens, the
 * status of each address, what the server renders, and what the gates measure. The page `signIn` is the component `SignInPage`
 * in a file `sign-in-page.tsx`.
 */
export const pages = {
  signIn: page('/', 'Welcome Back', 'visitor', { start: 'prerendered' }),
  register: page('/register', 'Create an account', 'visitor', { start: 'prerendered' }),
  resetPassword: page('/reset-password', 'Forgot your password?', 'public'),
  confirmEmail: page('/confirm-email', 'Confirm your email address', 'public'),
  restoreEmail: page('/restore-email', 'Take your email address back', 'public'),
  terms: page('/terms', 'Terms', 'public', { start: 'prerendered' }),
  privacy: page('/privacy', 'Privacy notice', 'public', { start: 'prerendered' }),
  support: page('/support', 'Contact Support', 'everyone', { start: 'prerendered' }),

  dashboard: accountPage('/dashboard', 'Dashboard'),
  transfer: accountPage('/transfer', 'Funds Transfer'),
  transactions: accountPage('/transactions', 'Transaction History', { isOfAllAccounts: true }),
  statement: accountPage('/statement', 'Account Statement'),
  accounts: customerPage('/accounts', 'Accounts'),
  ownTransfer: customerPage('/own-transfer', 'Between your accounts'),
  pots: accountPage('/pots', 'Pots'),
  payees: customerPage('/payees', 'Payees'),
  limits: customerPage('/limits', 'Limits and freeze'),
  scheduled: accountPage('/scheduled', 'Scheduled'),
  recoverPin: page('/recover-pin', 'Forgot your PIN?', 'customer'),
  profile: customerPage('/profile', 'Profile'),
  email: page('/email', 'Your email address', 'customer'),
  settings: customerPage('/settings', 'Settings'),

  passcode: page('/admin', 'Admin Panel', 'administrator'),
  overview: elevatedPage('/admin/overview', 'Hello Admin'),
  userManagement: elevatedPage('/admin/dashboard', 'User Management'),
  user: elevatedPage('/admin/users/:id', 'User Details'),
  createUser: elevatedPage('/admin/create-user', 'Create User'),
  passcodeSettings: elevatedPage('/admin/settings', 'Settings'),
  allTransactions: elevatedPage('/admin/transactions', 'Transactions'),
  moneyPosition: elevatedPage('/admin/money-position', 'Money position'),
  approvals: elevatedPage('/admin/approvals', 'Approvals'),
  supportMessages: elevatedPage('/admin/support-messages', 'Support messages'),
  supportMessage: elevatedPage('/admin/support-messages/:id', 'Support message'),
  administrators: elevatedPage('/admin/administrators', 'Administrators'),
  auditLog: elevatedPage('/admin/audit-log', 'Audit log'),
  security: elevatedPage('/admin/security', 'Security'),
  outbox: elevatedPage('/admin/outbox', 'Outbox'),
  system: elevatedPage('/admin/system', 'System'),
}

export type PageName = keyof typeof pages

/** A row of the table, with its name. */
export type Page = PageRow & { readonly name: PageName }

/** The rows of the table, in its order. */
export const pageList: readonly Page[] = (Object.keys(pages) as PageName[]).map((name) => ({
  name,
  ...pages[name],
}))

const patterns = pageList.map((page) => new RegExp(`^${page.path.replace(/:\w+/, '[^/]+')}/?$`))

/** The page at a path, which may end in a slash. Undefined where there is none. */
export function pageAt(path: string): Page | undefined {
  return pageList[patterns.findIndex((pattern) => pattern.test(path))]
}

/** The query of a link. What is undefined is left out. */
export type LinkQuery = Readonly<Record<string, string | undefined>>

/** What a link to a page needs: a value for the part of its path that stands for any text, if it has one, and a query. */
type LinkValues<Name extends PageName> = LinkQuery & Record<PartIn<(typeof pages)[Name]['path']>, string>

type PartIn<Path> = Path extends `${string}:${infer Part}` ? Part : never

/** The address of a page: `linkTo('user', { id, account })` is `/admin/users/{id}?account={account}`. */
export function linkTo<Name extends PageName>(
  name: Name,
  ...[values = {}]: [PartIn<(typeof pages)[Name]['path']>] extends [never] ? [LinkQuery?] : [LinkValues<Name>]
): string {
  return addressOf(pages[name].path, values)
}

/** A path whose parts with a colon are filled in from `values`. The other values are its query; what is undefined is left out. */
export function addressOf(path: string, values: Readonly<Record<string, unknown>>): string {
  const rest = { ...values }
  const filled = path.replace(/:(\w+)/g, (_, part: string) => {
    delete rest[part]
    return encodeURIComponent(String(values[part] ?? ''))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Whether only administrators may open a page. Other users do not load its scripts. */
export function isForAdministrators({ audience }: Page): boolean {
  return audience === 'administrator' || audience === 'elevated'
}

function page<const Path extends string>(
  path: Path,
  title: string,
  audience: PageAudience,
  {
    start = 'shell',
    ...rest
  }: Omit<PageRow, 'path' | 'title' | 'audience' | 'start'> & { start?: PageStart } = {},
): PageRow & { readonly path: Path } {
  return { path, title, audience, start, ...rest }
}

type CustomerPage = Pick<PageRow, 'isOfAccount' | 'isOfAllAccounts'>

function customerPage<const Path extends string>(path: Path, title: string, rest: CustomerPage = {}) {
  return page(path, title, 'customer', { start: 'server-rendered', ...rest })
}

function accountPage<const Path extends string>(path: Path, title: string, rest: CustomerPage = {}) {
  return customerPage(path, title, { isOfAccount: true, ...rest })
}

function elevatedPage<const Path extends string>(path: Path, title: string) {
  return page(path, title, 'elevated', { start: 'server-rendered' })
}
