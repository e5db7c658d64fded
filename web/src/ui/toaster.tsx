import { Toaster as Sonner } from 'sonner'

/** Short confirmations at the top: 3 at a time, 4 seconds each, swiped away after 45 px (§9). */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      position="top-center"
      visibleToasts={3}
      duration={4000}
      containerAriaLabel="Notifications"
    />
  )
}
