<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Figure</name>
    <message numerus="yes">
        <source>mean over %n text(s)</source>
        <translation>
            <numerusform>mean over %n text</numerusform>
            <numerusform>mean over %n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s): %1 of the change</source>
        <translation>
            <numerusform>%n line: %1 of the change</numerusform>
            <numerusform>%n lines: %1 of the change</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s): %1 of the weight</source>
        <translation>
            <numerusform>%n line: %1 of the weight</numerusform>
            <numerusform>%n lines: %1 of the weight</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ui::DoctorPage</name>
    <message numerus="yes">
        <source>%n finding(s). Click one to go to its head.</source>
        <translation>
            <numerusform>%n finding. Click it to go to its head.</numerusform>
            <numerusform>%n findings. Click one to go to its head.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n text(s): N and P step through them</source>
        <translation>
            <numerusform>%n text: N and P step through the list</numerusform>
            <numerusform>%n texts: N and P step through them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The list is full: it holds %n text(s)</source>
        <translation>
            <numerusform>The list is full: it holds %n text</numerusform>
            <numerusform>The list is full: it holds %n texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ui::ModelDialog</name>
    <message numerus="yes">
        <source>All %n check(s) passed.</source>
        <translation>
            <numerusform>The %n check passed.</numerusform>
            <numerusform>All %n checks passed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed.</source>
        <translation>
            <numerusform>%n check failed.</numerusform>
            <numerusform>%n checks failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ui::StartPage</name>
    <message numerus="yes">
        <source>%n token id(s)</source>
        <translation>
            <numerusform>%n token id</numerusform>
            <numerusform>%n token ids</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ui::TopBar</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cut</source>
        <translation>
            <numerusform>%n cut</numerusform>
            <numerusform>%n cut</numerusform>
        </translation>
    </message>
</context>
</TS>
