import { X } from 'lucide-react'
import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { type Theme, useTheme } from '../theme/theme.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { setRow, showsRowAtFirst } from './ticker-row.ts'
import { type MarketTickerState, tickerAddress } from './use-market-ticker.ts'

/** The row of the ticker: always in the markup, and visible where `ticker-row.ts` shows it. */
export function TickerRow({ ticker }: { ticker?: MarketTickerState }) {
  // Before the paint. In a server-rendered page the script in its head has done the same.
  useLayoutEffect(() => setRow(showsRowAtFirst()), [])
  return (
    <div data-ticker className="no-print flex min-h-[46px] items-center gap-1">
      {ticker?.place === 'row' && <Tape ticker={ticker} />}
      {ticker?.isMissing && (
        <>
          <p className="grow text-caption text-muted-foreground">
            {ticker.isOnline && 'Market prices are not available right now.'}
          </p>
          <HideButton hide={ticker.hide} />
        </>
      )}
    </div>
  )
}

/**
 * The provider's tape of market prices (§2), in a frame of its own: nothing of a third party runs in the bank's page
 * (departure 12).
 */
function Tape({ ticker: { isChosen, hide } }: { ticker: MarketTickerState }) {
  const theme = useTheme()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) button.current?.focus()
  }, [isChosen])
  return (
    <>
      <div className="h-[46px] min-w-0 grow">
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
          // A frame is transparent only if its colour scheme is the page's.
          className="block scheme-light"
        />
      </div>
      <HideButton ref={button} hide={hide} />
    </>
  )
}

function HideButton({ hide, ref }: { hide: () => void; ref?: Ref<HTMLButtonElement> }) {
  return (
    <IconButton
      {...(ref && { ref })}
      icon={X}
      label="Hide market ticker"
      onClick={() => {
        hide()
        // The button disappears, and its counterpart is at the end of the page: the content takes the focus.
        document.getElementById('content')?.focus({ preventScroll: true })
      }}
    />
  )
}

/** At the end of the dashboard, where it moves nothing: the ticker at the first visit, or the button that shows a hidden one. */
export function TickerAtEnd({ ticker }: { ticker: MarketTickerState }) {
  if (ticker.place === 'end') {
    return (
      <div className="no-print flex min-h-[46px] items-center gap-1">
        <Tape ticker={ticker} />
      </div>
    )
  }
  if (!ticker.canBeShown) return null
  return (
    <Button look="quiet" onClick={ticker.show} className="no-print -ms-4 justify-self-start">
      Show market ticker
    </Button>
  )
}

/** The URL that the provider's own loader builds, without the page and the campaign that the loader adds. */
function addressFor(theme: Theme): string {
  const options = {
    symbols: [
      { proName: 'FOREXCOM:SPXUSD', title: 'S&P 500' },
      { proName: 'FOREXCOM:NSXUSD', title: 'US 100' },
      { proName: 'FX_IDC:EURUSD', title: 'EUR to USD' },
      { proName: 'FX_IDC:GBPUSD', title: 'GBP to USD' },
      { proName: 'OANDA:XAUUSD', title: 'Gold' },
    ],
    showSymbolLogo: true,
    isTransparent: true,
    // The other mode is 72 pixels high.
    displayMode: 'regular',
    colorTheme: theme,
    width: '100%',
    height: 46,
  }
  return `${tickerAddress}#${encodeURIComponent(JSON.stringify(options))}`
}
