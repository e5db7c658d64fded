import type { MouseEvent } from 'react'

/** The first tab stop: skips the bar and the menu. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: before hydration it works as a plain link.
    <a
      href="#content"
      onClick={goToContent}
      className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-50 focus:rounded-control focus:bg-card focus:px-4 focus:py-2 focus:text-link focus:underline focus:shadow-md"
    >
      Skip to content
    </a>
  )
}

/** The URL stays unchanged: the part behind its `#` may be the token that the page was opened with. */
function goToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
