import { ChartLine, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { settings } from '../settings.ts'
import { type Theme, useTheme } from '../theme/theme.ts'
import { IconButton } from '../ui/icon-button.tsx'

/**
 * The provider's tape of market prices (§2), in a frame of its own: nothing of others runs in the bank's page
 * (departure 12). Nothing at all with TICKER=off; an empty line while there is no connection.
 */
export function MarketTicker() {
  if (!settings.ticker) return null
  return <Tape />
}

function Tape() {
  // Whoever asked for no motion or little data starts it, or leaves it.
  const still = useSyncExternalStore(never, prefersStillness, () => false)
  const [chosen, choose] = useState<boolean>()
  const shown = chosen ?? !still
  const idle = useIdle()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const theme = useTheme()
  return (
    <div className="no-print flex min-h-[46px] items-center gap-1">
      <div className="h-[46px] min-w-0 grow">
        {shown && idle && online && (
          <iframe
            // The theme is in the fragment, and a new fragment alone loads nothing.
            key={theme}
            title="Market ticker"
            src={addressFor(theme)}
            sandbox="allow-scripts allow-same-origin allow-popups"
            referrerPolicy="no-referrer"
            loading="lazy"
            width="100%"
            height="46"
            // A frame of another colour scheme than the page's is never transparent, whatever it shows or cannot load.
            className="block scheme-light"
          />
        )}
      </div>
      {online && (
        <IconButton
          icon={shown ? X : ChartLine}
          label={shown ? 'Hide market ticker' : 'Show market ticker'}
          onClick={() => choose(!shown)}
        />
      )}
    </div>
  )
}

/** The address the provider's own loader builds, without the page and the campaign it would also tell. */
function addressFor(theme: Theme): string {
  const wishes = {
    symbols: [
      { proName: 'FOREXCOM:SPXUSD', title: 'S&P 500' },
      { proName: 'FOREXCOM:NSXUSD', title: 'US 100' },
      { proName: 'FX_IDC:EURUSD', title: 'EUR to USD' },
      { proName: 'FX_IDC:GBPUSD', title: 'GBP to USD' },
      { proName: 'OANDA:XAUUSD', title: 'Gold' },
    ],
    showSymbolLogo: true,
    isTransparent: true,
    // The other form, for narrow places, is 72 pixels high.
    displayMode: 'regular',
    colorTheme: theme,
    width: '100%',
    height: 46,
  }
  const place = 'https://www.tradingview-widget.com/embed-widget/ticker-tape/?locale=en'
  return `${place}#${encodeURIComponent(JSON.stringify(wishes))}`
}

function prefersStillness(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}

/** True once the bank's own page is there and the browser has nothing better to do. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callback; a second after the figures is late enough.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 1_000)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 5_000 })
    return () => cancelIdleCallback(asked)
  }, [])
  return idle
}

/** What is asked once. */
const never = () => () => {}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
