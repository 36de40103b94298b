import './welcome.css';
