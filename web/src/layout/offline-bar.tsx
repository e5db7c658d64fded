import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

/** Says under the top bar that there is no connection, for as long as there is none. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="bg-pending-soft text-pending">
      {!online && (
        <p className="flex items-center gap-2 px-gutter py-2 text-table">
          <WifiOff aria-hidden size={18} className="shrink-0" />
          You are offline. What you see may be out of date, and money cannot be moved until you are back.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
