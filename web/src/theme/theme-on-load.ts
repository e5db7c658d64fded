/**
 * The theme of a page before its first paint: the saved one, or without it the system's (specification §4). The colour of the browser's
 * own bar follows a saved theme.
 */
export function setThemeOnLoad(saved: string | null): void {
  const isDark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', isDark)
  if (!saved) return
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  for (const meta of metas) meta.content = metas[isDark ? 1 : 0]!.content
}
