import { publicConfig } from '../public-config.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Logo } from '../ui/logo.tsx'

/** Shown while the session is being checked. The same as the shell in index.html, so that nothing moves. */
export function LoadingShell() {
  return (
    <>
      <header className="flex h-bar items-center border-b bg-card px-gutter">
        <Logo />
      </header>
      <main className="px-gutter py-section">
        <h1 className="sr-only">{publicConfig.bankName}</h1>
        <LoadingText />
      </main>
    </>
  )
}
