import { publicConfig } from '../public-config.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Logo } from '../ui/logo.tsx'

/** What stands while it is not yet known who is here; the same shell as in index.html, so that nothing jumps. */
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
