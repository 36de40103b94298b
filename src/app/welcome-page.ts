export type { ConnectionGuide, HealthCheck, WelcomeFacts } from './welcome/facts.ts';
export { acceptsPage, WELCOME_PATHS, welcomeJson, welcomePage } from './welcome/page.ts';
