import { Toaster as Sonner } from 'sonner'

/** The toasts: 3 at a time, 4 seconds each, swiped away after 45 px (§9). They are below the top bar, which stays usable. */
export function ToasterSurface({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      position="top-center"
      visibleToasts={3}
      duration={4000}
      offset={belowBar}
      mobileOffset={belowBar}
      containerAriaLabel="Notifications"
    />
  )
}

const belowBar = { top: 'calc(var(--bar-height) + 8px)' }
