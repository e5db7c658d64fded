import { isForAdministrators, type PageAudience, type PageName, pageAt, pageList } from '@bank/contract/pages'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { AdministratorsOnly, Gate, ReadyOnly, VisitorsOnly } from './layout/gates.tsx'
import { LoadingShell } from './layout/loading-shell.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { PublicLayout } from './layout/public-layout.tsx'
import { RouteBoundary } from './layout/route-boundary.tsx'
import { RouteChange } from './layout/route-change.tsx'

/** Every page of the bank, in the layout of its audience and behind its gates. */
export function BankRoutes() {
  useEffect(prefetchPages, [])
  return (
    <RouteBoundary>
      <Suspense fallback={<LoadingShell />}>
        <RouteChange />
        <Routes>
          <Route element={<VisitorsOnly />}>
            <Route element={<PublicLayout />}>{routesFor('visitor')}</Route>
          </Route>
          <Route element={<PublicLayout />}>{routesFor('public')}</Route>
          <Route element={<Gate />}>
            <Route element={<ReadyOnly otherwise={FirstSteps} />}>
              <Route element={<AuthenticatedLayout />}>
                {routesFor('customer')}
                <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
                  {routesFor('administrator')}
                  <Route element={<PasscodeGate />}>
                    <Route element={<PermittedOnly otherwise={<NotFoundPage />} />}>
                      {routesFor('elevated')}
                    </Route>
                  </Route>
                </Route>
              </Route>
            </Route>
          </Route>
          <Route element={<ReadyOnly otherwise={FirstSteps} />}>
            <Route element={<AdaptiveLayout />}>
              {routesFor('everyone')}
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Route>
        </Routes>
      </Suspense>
    </RouteBoundary>
  )
}

function routesFor(audience: PageAudience) {
  return pageList
    .filter((page) => page.audience === audience)
    .map(({ name, path }) => {
      const PageComponent = components.get(name)!
      return <Route key={name} path={path} element={<PageComponent />} />
    })
}

/** The code of each page, fetched when it is first needed. */
const loaders: { readonly [Name in PageName]: () => Promise<PageModule<Name>> } = {
  signIn: () => import('./sessions/sign-in-page.tsx'),
  register: () => import('./registration/register-page.tsx'),
  resetPassword: () => import('./password-resets/reset-password-page.tsx'),
  confirmEmail: () => import('./email-changes/confirm-email-page.tsx'),
  restoreEmail: () => import('./email-changes/restore-email-page.tsx'),
  terms: () => import('./legal/terms-page.tsx'),
  privacy: () => import('./legal/privacy-page.tsx'),
  support: () => import('./support/support-page.tsx'),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  transfer: () => import('./transfers/transfer-page.tsx'),
  transactions: () => import('./transactions/transactions-page.tsx'),
  statement: () => import('./statements/statement-page.tsx'),
  accounts: () => import('./accounts/accounts-page.tsx'),
  ownTransfer: () => import('./own-transfers/own-transfer-page.tsx'),
  pots: () => import('./pots/pots-page.tsx'),
  payees: () => import('./beneficiaries/payees-page.tsx'),
  limits: () => import('./guards/limits-page.tsx'),
  scheduled: () => import('./schedules/scheduled-page.tsx'),
  recoverPin: () => import('./pins/recover-pin-page.tsx'),
  profile: () => import('./profile/profile-page.tsx'),
  email: () => import('./email-changes/email-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  passcode: () => import('./admin/passcode/passcode-page.tsx'),
  overview: () => import('./admin/overview/overview-page.tsx'),
  system: () => import('./admin/overview/system-page.tsx'),
  allTransactions: () => import('./admin/transactions/all-transactions-page.tsx'),
  moneyPosition: () => import('./admin/position/money-position-page.tsx'),
  userManagement: () => import('./admin/users/user-management-page.tsx'),
  user: () => import('./admin/users/user-page.tsx'),
  createUser: () => import('./admin/users/create-user-page.tsx'),
  passcodeSettings: () => import('./admin/passcode/passcode-settings-page.tsx'),
  administrators: () => import('./admin/administrators/administrators-page.tsx'),
  approvals: () => import('./admin/approvals/approvals-page.tsx'),
  auditLog: () => import('./admin/audit/audit-log-page.tsx'),
  security: () => import('./admin/security/security-page.tsx'),
  supportMessages: () => import('./admin/support/support-messages-page.tsx'),
  supportMessage: () => import('./admin/support/support-message-page.tsx'),
  outbox: () => import('./admin/outbox/outbox-page.tsx'),
}

/** The page `signIn` is the component `SignInPage`. */
type PageModule<Name extends PageName> = Readonly<Record<`${Capitalize<Name>}Page`, ComponentType>>

const components = new Map(pageList.map(({ name }) => [name, lazy(() => loadPage(name))]))

async function loadPage(name: PageName): Promise<{ default: ComponentType }> {
  const module: Readonly<Record<string, ComponentType>> = await loaders[name]()
  return { default: module[`${name.charAt(0).toUpperCase()}${name.slice(1)}Page`]! }
}

const PasscodeGate = lazy(async () => ({
  default: (await import('./admin/passcode/passcode-gate.tsx')).PasscodeGate,
}))
const PermittedOnly = lazy(async () => ({
  default: (await import('./layout/permitted-only.tsx')).PermittedOnly,
}))
const FirstSteps = lazy(async () => ({
  default: (await import('./layout/first-steps.tsx')).FirstSteps,
}))
const AdaptiveLayout = lazy(async () => ({
  default: (await import('./layout/adaptive-layout.tsx')).AdaptiveLayout,
}))
const fetchLayout = () => import('./layout/authenticated-layout.tsx')
const AuthenticatedLayout = lazy(async () => ({ default: (await fetchLayout()).AuthenticatedLayout }))

/** Fetches the code of the page at an address, while the session is still being checked. */
export function fetchFirstPage(path: string): void {
  const page = pageAt(path)
  // The code of an administrator's page is not fetched for a customer who types its URL.
  if (page && !isForAdministrators(page)) fetchPage(page.name)
}

/** Fetches the code of a page when the pointer or the focus reaches a link to it. */
function prefetchPages(): () => void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    const page = link && link.origin === window.location.origin && pageAt(link.pathname)
    if (page) fetchPage(page.name)
    // A visitor who starts to sign in needs the layout next. A visitor who only reads does not load it.
    if (target instanceof HTMLInputElement) fetchLayout().catch(() => {})
  }
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
  return () => {
    document.removeEventListener('pointerover', prefetch)
    document.removeEventListener('focusin', prefetch)
  }
}

function fetchPage(name: PageName): void {
  // A failure is shown when the page is opened, which fetches it again.
  loaders[name]().catch(() => {})
}
