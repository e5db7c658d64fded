import { lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { AdministratorsOnly, Gate, OwnSecretsOnly, VisitorsOnly } from './layout/gate.tsx'
import { LoadingFrame } from './layout/loading-shell.tsx'
import { isAdministratorPath } from './layout/menus.ts'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { PublicLayout } from './layout/public-layout.tsx'
import { RouteChange } from './layout/route-change.tsx'

/** Every page of the bank, grouped by who may see it. */
export function BankRoutes() {
  useEffect(fetchAhead, [])
  return (
    <Suspense fallback={<LoadingFrame />}>
      <RouteChange />
      <Routes>
        <Route element={<VisitorsOnly />}>
          <Route element={<PublicLayout />}>
            <Route index element={<SignInPage />} />
            <Route path="/register" element={<RegisterPage />} />
          </Route>
        </Route>
        <Route element={<PublicLayout />}>
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/confirm-email" element={<ConfirmEmailPage />} />
          <Route path="/terms" element={<TermsPage />} />
          <Route path="/privacy" element={<PrivacyPage />} />
        </Route>
        <Route element={<Gate />}>
          <Route element={<OwnSecretsOnly otherwise={<FirstSecrets />} />}>
            <Route element={<AuthenticatedLayout />}>
              <Route path="/dashboard" element={<DashboardPage />} />
              <Route path="/transfer" element={<TransferPage />} />
              <Route path="/transactions" element={<TransactionsPage />} />
              <Route path="/statement" element={<StatementPage />} />
              <Route path="/profile" element={<ProfilePage />} />
              <Route path="/settings" element={<SettingsPage />} />
              <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
                <Route path="/admin" element={<PasscodePage />} />
                <Route element={<PasscodeGate />}>
                  <Route path="/admin/overview" element={<OverviewPage />} />
                  <Route path="/admin/dashboard" element={<UserManagementPage />} />
                  <Route path="/admin/users/:id" element={<UserPage />} />
                  <Route path="/admin/create-user" element={<CreateUserPage />} />
                  <Route path="/admin/settings" element={<PasscodeSettingsPage />} />
                  <Route path="/admin/audit-log" element={<AuditLogPage />} />
                  <Route path="/admin/support-messages" element={<SupportMessagesPage />} />
                  <Route path="/admin/outbox" element={<OutboxPage />} />
                </Route>
              </Route>
            </Route>
          </Route>
        </Route>
        <Route element={<OwnSecretsOnly otherwise={<FirstSecrets />} />}>
          <Route element={<FittingLayout />}>
            <Route path="/support" element={<SupportPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  )
}

/** What a user sees at every address until both temporary secrets are replaced. */
function FirstSecrets() {
  return (
    <NewCustomerLayout>
      <TemporarySecretsPage />
    </NewCustomerLayout>
  )
}

/** The code of each page, fetched when it is first wanted. */
const pages = {
  '/': async () => ({ default: (await import('./sessions/sign-in-page.tsx')).SignInPage }),
  '/register': async () => ({ default: (await import('./registration/register-page.tsx')).RegisterPage }),
  '/reset-password': async () => ({
    default: (await import('./password-resets/reset-password-page.tsx')).ResetPasswordPage,
  }),
  '/confirm-email': async () => ({
    default: (await import('./email-changes/confirm-email-page.tsx')).ConfirmEmailPage,
  }),
  '/terms': async () => ({ default: (await import('./legal/terms-page.tsx')).TermsPage }),
  '/privacy': async () => ({ default: (await import('./legal/privacy-page.tsx')).PrivacyPage }),
  '/dashboard': async () => ({ default: (await import('./dashboard/dashboard-page.tsx')).DashboardPage }),
  '/transfer': async () => ({ default: (await import('./transfers/transfer-page.tsx')).TransferPage }),
  '/transactions': async () => ({
    default: (await import('./transactions/transactions-page.tsx')).TransactionsPage,
  }),
  '/profile': async () => ({ default: (await import('./profile/profile-page.tsx')).ProfilePage }),
  '/statement': async () => ({ default: (await import('./statements/statement-page.tsx')).StatementPage }),
  '/settings': async () => ({ default: (await import('./settings/settings-page.tsx')).SettingsPage }),
  '/admin/support-messages': async () => ({
    default: (await import('./admin/support/support-messages-page.tsx')).SupportMessagesPage,
  }),
  '/admin/outbox': async () => ({ default: (await import('./admin/outbox/outbox-page.tsx')).OutboxPage }),
  '/admin': async () => ({ default: (await import('./admin/passcode/passcode-page.tsx')).PasscodePage }),
  '/admin/overview': async () => ({ default: (await import('./admin/overview-page.tsx')).OverviewPage }),
  '/admin/dashboard': async () => ({
    default: (await import('./admin/users/user-management-page.tsx')).UserManagementPage,
  }),
  '/admin/create-user': async () => ({
    default: (await import('./admin/users/create-user-page.tsx')).CreateUserPage,
  }),
  '/admin/settings': async () => ({
    default: (await import('./admin/passcode/passcode-settings-page.tsx')).PasscodeSettingsPage,
  }),
  '/admin/audit-log': async () => ({
    default: (await import('./admin/audit-log/audit-log-page.tsx')).AuditLogPage,
  }),
  '/support': async () => ({ default: (await import('./support/support-page.tsx')).SupportPage }),
}
const SignInPage = lazy(pages['/'])
const RegisterPage = lazy(pages['/register'])
const ResetPasswordPage = lazy(pages['/reset-password'])
const ConfirmEmailPage = lazy(pages['/confirm-email'])
const TermsPage = lazy(pages['/terms'])
const PrivacyPage = lazy(pages['/privacy'])
const DashboardPage = lazy(pages['/dashboard'])
const TransferPage = lazy(pages['/transfer'])
const TransactionsPage = lazy(pages['/transactions'])
const ProfilePage = lazy(pages['/profile'])
const StatementPage = lazy(pages['/statement'])
const SettingsPage = lazy(pages['/settings'])
const SupportMessagesPage = lazy(pages['/admin/support-messages'])
const OutboxPage = lazy(pages['/admin/outbox'])
const PasscodePage = lazy(pages['/admin'])
const OverviewPage = lazy(pages['/admin/overview'])
const UserManagementPage = lazy(pages['/admin/dashboard'])
const UserPage = lazy(async () => ({ default: (await import('./admin/users/user-page.tsx')).UserPage }))
const CreateUserPage = lazy(pages['/admin/create-user'])
const PasscodeSettingsPage = lazy(pages['/admin/settings'])
const PasscodeGate = lazy(async () => ({
  default: (await import('./admin/passcode/passcode-gate.tsx')).PasscodeGate,
}))
const AuditLogPage = lazy(pages['/admin/audit-log'])
const SupportPage = lazy(pages['/support'])

const TemporarySecretsPage = lazy(async () => ({
  default: (await import('./settings/temporary-secrets-page.tsx')).TemporarySecretsPage,
}))
const NewCustomerLayout = lazy(async () => ({
  default: (await import('./layout/new-customer-layout.tsx')).NewCustomerLayout,
}))

const fetchFrame = () => import('./layout/authenticated-layout.tsx')
const AuthenticatedLayout = lazy(async () => ({ default: (await fetchFrame()).AuthenticatedLayout }))
const FittingLayout = lazy(async () => ({
  default: (await import('./layout/adaptive-layout.tsx')).FittingLayout,
}))

/**
 * Fetches the page of an address while it is still being asked who is there. Nothing of the administrators' is: a customer
 * who types their address never loads it.
 */
export function fetchFirstPage(path: string): void {
  if (!isAdministratorPath(path)) fetchPage(path)
}

/** A link that is pointed at or reached with the keyboard is likely to be followed: its page is fetched ahead. */
function fetchAhead(): () => void {
  const heed = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === window.location.origin) fetchPage(link.pathname)
    // Whoever begins to sign in will need the frame next. A visitor who only looks does not pay for it.
    if (target instanceof HTMLInputElement) void fetchFrame()
  }
  document.addEventListener('pointerover', heed, { passive: true })
  document.addEventListener('focusin', heed)
  return () => {
    document.removeEventListener('pointerover', heed)
    document.removeEventListener('focusin', heed)
  }
}

function fetchPage(path: string): void {
  // A page that does not come now is fetched again, and its failure told, when it is shown.
  if (path in pages) pages[path as keyof typeof pages]().catch(() => {})
}
