import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { warm } from './state/warm';

const target = document.getElementById('app');
if (target) {
  mount(App, { target });
  warm();
}
