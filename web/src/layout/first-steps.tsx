import { LogoutButton } from '../sessions/logout-button.tsx'
import { useSignedIn } from '../sessions/session.ts'
import { TemporarySecrets } from '../settings/temporary-secrets.tsx'
import { RequiredSecondFactor } from '../two-factor/required-second-factor.tsx'
import { Logo } from '../ui/logo.tsx'
import { RouteBoundary } from './route-boundary.tsx'
import { SessionEnd } from './session-end.tsx'
import { SkipLink } from './skip-link.tsx'
import { StatusBar } from './status-bar.tsx'

/**
 * What a user sees at every address until temporary secrets are replaced and required two-factor is set up: no menu, and Logout as
 * the only way out. `onCodes` says when recovery codes are shown and when they have been saved.
 */
export function FirstSteps({ onCodes }: { onCodes: (areShown: boolean) => void }) {
  const { temporarySecrets } = useSignedIn()
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b bg-card">
        <div className="mx-auto -mb-px flex h-bar max-w-page items-center justify-between gap-4 px-gutter">
          <Logo isShort />
          <LogoutButton />
        </div>
        <StatusBar />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-gutter py-section outline-none">
        <RouteBoundary>
          {temporarySecrets ? <TemporarySecrets /> : <RequiredSecondFactor onCodes={onCodes} />}
        </RouteBoundary>
      </main>
      <SessionEnd />
    </div>
  )
}
