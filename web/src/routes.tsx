import { isForAdministrators, type PageAudience, type PageName, pageAt, pageList } from '@bank/contract/pages'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { AdministratorsOnly, Gate, OwnSecretsOnly, VisitorsOnly } from './layout/gate.tsx'
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
            <Route element={<OwnSecretsOnly otherwise={<FirstSecrets />} />}>
              <Route element={<AuthenticatedLayout />}>
                {routesFor('customer')}
                <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
                  {routesFor('administrator')}
                  <Route element={<PasscodeGate />}>{routesFor('elevated')}</Route>
                </Route>
              </Route>
            </Route>
          </Route>
          <Route element={<OwnSecretsOnly otherwise={<FirstSecrets />} />}>
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

/** What a user sees at every address until both temporary secrets are replaced. */
function FirstSecrets() {
  return (
    <NewCustomerLayout>
      <TemporarySecretsPage />
    </NewCustomerLayout>
  )
}

/** The code of each page, fetched when it is first needed. */
const loaders: Readonly<Record<PageName, () => Promise<{ default: ComponentType }>>> = {
  signIn: async () => ({ default: (await import('./sessions/sign-in-page.tsx')).SignInPage }),
  register: async () => ({ default: (await import('./registration/register-page.tsx')).RegisterPage }),
  resetPassword: async () => ({
    default: (await import('./password-resets/reset-password-page.tsx')).ResetPasswordPage,
  }),
  confirmEmail: async () => ({
    default: (await import('./email-changes/confirm-email-page.tsx')).ConfirmEmailPage,
  }),
  terms: async () => ({ default: (await import('./legal/terms-page.tsx')).TermsPage }),
  privacy: async () => ({ default: (await import('./legal/privacy-page.tsx')).PrivacyPage }),
  support: async () => ({ default: (await import('./support/support-page.tsx')).SupportPage }),
  dashboard: async () => ({ default: (await import('./dashboard/dashboard-page.tsx')).DashboardPage }),
  transfer: async () => ({ default: (await import('./transfers/transfer-page.tsx')).TransferPage }),
  transactions: async () => ({
    default: (await import('./transactions/transactions-page.tsx')).TransactionsPage,
  }),
  statement: async () => ({ default: (await import('./statements/statement-page.tsx')).StatementPage }),
  accounts: async () => ({ default: (await import('./accounts/accounts-page.tsx')).AccountsPage }),
  ownTransfer: async () => ({
    default: (await import('./own-transfers/own-transfer-page.tsx')).OwnTransferPage,
  }),
  pots: async () => ({ default: (await import('./pots/pots-page.tsx')).PotsPage }),
  limits: async () => ({ default: (await import('./limits/limits-page.tsx')).LimitsPage }),
  profile: async () => ({ default: (await import('./profile/profile-page.tsx')).ProfilePage }),
  settings: async () => ({ default: (await import('./settings/settings-page.tsx')).SettingsPage }),
  passcode: async () => ({ default: (await import('./admin/passcode/passcode-page.tsx')).PasscodePage }),
  overview: async () => ({ default: (await import('./admin/overview/overview-page.tsx')).OverviewPage }),
  userManagement: async () => ({
    default: (await import('./admin/users/user-management-page.tsx')).UserManagementPage,
  }),
  user: async () => ({ default: (await import('./admin/users/user-page.tsx')).UserPage }),
  createUser: async () => ({ default: (await import('./admin/users/create-user-page.tsx')).CreateUserPage }),
  passcodeSettings: async () => ({
    default: (await import('./admin/passcode/passcode-settings-page.tsx')).PasscodeSettingsPage,
  }),
  auditLog: async () => ({ default: (await import('./admin/audit-log/audit-log-page.tsx')).AuditLogPage }),
  supportMessages: async () => ({
    default: (await import('./admin/support/support-messages-page.tsx')).SupportMessagesPage,
  }),
  outbox: async () => ({ default: (await import('./admin/outbox/outbox-page.tsx')).OutboxPage }),
}

const components = new Map(pageList.map(({ name }) => [name, lazy(loaders[name])]))

const PasscodeGate = lazy(async () => ({
  default: (await import('./admin/passcode/passcode-gate.tsx')).PasscodeGate,
}))
const TemporarySecretsPage = lazy(async () => ({
  default: (await import('./settings/temporary-secrets-page.tsx')).TemporarySecretsPage,
}))
const NewCustomerLayout = lazy(async () => ({
  default: (await import('./layout/new-customer-layout.tsx')).NewCustomerLayout,
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
