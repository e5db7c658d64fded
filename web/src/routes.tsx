import { lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { AdministratorsOnly, Gate, VisitorsOnly } from './layout/gate.tsx'
import { LoadingFrame } from './layout/loading-frame.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { NotOpenPage } from './layout/not-open-page.tsx'
import { PublicLayout } from './layout/public-layout.tsx'
import { RouteChange } from './layout/route-change.tsx'

/** Every page of the bank, grouped by who may see it. The code of each is fetched when it is first wanted. */
export function BankRoutes() {
  useEffect(fetchFrameOnFirstFocus, [])
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
          <Route path="/terms" element={<TermsPage />} />
          <Route path="/privacy" element={<PrivacyPage />} />
        </Route>
        <Route element={<Gate />}>
          <Route element={<AuthenticatedLayout />}>
            <Route path="/dashboard" element={<DashboardPage />} />
            <Route path="/transfer" element={<TransferPage />} />
            <Route path="/transactions" element={<TransactionsPage />} />
            <Route path="/statement" element={<NotOpenPage title="Account Statement" />} />
            <Route path="/profile" element={<NotOpenPage title="Profile" />} />
            <Route path="/settings" element={<NotOpenPage title="Settings" />} />
            <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
              <Route path="/admin" element={<NotOpenPage title="Admin Panel" />} />
              <Route path="/admin/dashboard" element={<NotOpenPage title="User Management" />} />
              <Route path="/admin/create-user" element={<NotOpenPage title="Create User" />} />
              <Route path="/admin/settings" element={<NotOpenPage title="Settings" />} />
            </Route>
          </Route>
        </Route>
        <Route element={<FittingLayout />}>
          <Route path="/support" element={<SupportPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Whoever begins to sign in will need the frame next. A visitor who only looks does not pay for it. */
function fetchFrameOnFirstFocus(): () => void {
  const fetchFrame = () => void frame()
  document.addEventListener('focusin', fetchFrame, { once: true })
  return () => document.removeEventListener('focusin', fetchFrame)
}

const frame = () => import('./layout/authenticated-layout.tsx')
const AuthenticatedLayout = lazy(async () => ({ default: (await frame()).AuthenticatedLayout }))
const FittingLayout = lazy(async () => ({
  default: (await import('./layout/fitting-layout.tsx')).FittingLayout,
}))
const SignInPage = lazy(async () => ({ default: (await import('./sessions/sign-in-page.tsx')).SignInPage }))
const RegisterPage = lazy(async () => ({
  default: (await import('./registration/register-page.tsx')).RegisterPage,
}))
const DashboardPage = lazy(async () => ({
  default: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
}))
const TransferPage = lazy(async () => ({
  default: (await import('./transfers/transfer-page.tsx')).TransferPage,
}))
const TransactionsPage = lazy(async () => ({
  default: (await import('./transactions/transactions-page.tsx')).TransactionsPage,
}))
const SupportPage = lazy(async () => ({ default: (await import('./support/support-page.tsx')).SupportPage }))
const TermsPage = lazy(async () => ({ default: (await import('./legal/terms-page.tsx')).TermsPage }))
const PrivacyPage = lazy(async () => ({ default: (await import('./legal/privacy-page.tsx')).PrivacyPage }))
