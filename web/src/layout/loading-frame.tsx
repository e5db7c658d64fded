import { LoadingText } from '../ui/loading-text.tsx'
import { Logo } from './logo.tsx'

/** What stands while it is not yet known who is here; the same shell as in index.html, so that nothing jumps. */
export function LoadingFrame() {
  return (
    <>
      <div className="flex h-bar items-center border-b bg-card px-gutter">
        <Logo />
      </div>
      <div className="px-gutter py-section">
        <LoadingText />
      </div>
    </>
  )
}
