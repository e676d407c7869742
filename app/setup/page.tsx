import type { Metadata } from 'next';
import { SetupScreen } from '../_screens/SetupScreen.tsx';

export const metadata: Metadata = { title: 'Set-up' };

export default function SetupPage() {
  return <SetupScreen />;
}
